#include "player.h"

#include "decoder.h"

int Player::play(int track) { return decode(track); }
