#include "format.h"

int format_value(int x) { return x + 6; }
