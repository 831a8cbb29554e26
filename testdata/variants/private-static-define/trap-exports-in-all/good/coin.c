#include "coin.h"

int coin_toss(int seed) { return seed % 2; }
