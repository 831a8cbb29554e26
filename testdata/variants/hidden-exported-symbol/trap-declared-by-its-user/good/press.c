#include "press.h"

static int device_count(void) { return 1; }
int press_ratio(void) { return 2 * device_count(); }
