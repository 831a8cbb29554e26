#include "mixer.h"

int mixer_level = 1;

void mixer_louder(void) { mixer_level++; }
