#include "common.h"
#include "symbols.inc.h"

int plugin(void) { return state != 0; }
