#include "base.h"

static int count;
int base_register(int n) { return count += n; }
int base_count(void) { return count; }
