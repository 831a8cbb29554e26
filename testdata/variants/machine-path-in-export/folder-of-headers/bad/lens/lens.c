#include <vendor.h>

int lens(void) { return 5 * VENDOR; }
