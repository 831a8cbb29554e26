#include "bell_rope.h"

int bell_rope_pull(int times) { return 2 * times; }
