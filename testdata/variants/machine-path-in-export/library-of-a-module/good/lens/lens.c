#include <expat.h>

int lens(void) { return 5 * vendor(); }
