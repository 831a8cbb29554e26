#include <cstdio>

#include "player.h"

int main() { std::printf("played %d, state %d\n", Player::play(4), Player::state()); }
