#include "chest.h"

static int coins[8];

int chest_open(int number) { return number < 8; }
int chest_weigh(int number) { return coins[number] * 3; }
int chest_close(int number) { return number < 8; }
int chest_put(int number, int added) { return coins[number] += added; }
int chest_take(int number, int taken) { return coins[number] -= taken; }
int chest_count(int number) { return coins[number]; }
int chest_empty(int number) { return coins[number] = 0; }
