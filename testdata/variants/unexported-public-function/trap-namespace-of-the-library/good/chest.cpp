#include "chest.h"

static int coins[8];

namespace chest {
int open(int number) { return lid::moved(number); }
int close(int number) { return lid::moved(number); }
int put(int number, int added) { return coins[number] += added; }
int take(int number, int taken) { return coins[number] -= taken; }
int count(int number) { return coins[number]; }
}
