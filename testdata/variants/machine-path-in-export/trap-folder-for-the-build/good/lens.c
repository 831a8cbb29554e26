#include <lens.h>

int lens(void) { return 35; }
