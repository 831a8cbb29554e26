#include "format.h"

int format_value(int raw) { return raw * 2; }
