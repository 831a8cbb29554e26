#include "peal_rope.h"

int peal_rope_pull(int times) { return 2 * times; }
