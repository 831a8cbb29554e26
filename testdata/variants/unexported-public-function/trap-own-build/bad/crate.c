#define CRATE_BUILD
#include "crate.h"

static int coins[8];

int crate_open(int number) { return number < 8; }
int crate_close(int number) { return number < 8; }
int crate_put(int number, int added) { return coins[number] += added; }
int crate_take(int number, int taken) { return coins[number] -= taken; }
int crate_count(int number) { return coins[number]; }
int crate_empty(int number) { return coins[number] = 0; }
