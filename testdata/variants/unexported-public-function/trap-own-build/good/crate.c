#define CRATE_BUILD
#include "crate.h"

static int coins[8];
static int crate_empty(int number);

int crate_open(int number) { return number < 8; }
int crate_close(int number) { return crate_empty(number); }
int crate_put(int number, int added) { return coins[number] += added; }
int crate_take(int number, int taken) { return coins[number] -= taken; }
int crate_count(int number) { return coins[number]; }
static int crate_empty(int number) { return coins[number] = 0; }
