#include "mixer.h"

__attribute__((visibility("protected"))) int mixer_level = 1;

void mixer_louder(void) { mixer_level++; }
