#include "codec.h"

int codec(void) { return 7; }
