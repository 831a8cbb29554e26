#include "ops.h"

static int known = 0;

__attribute__((constructor)) static void enrol() { known = 1; }

int ops_sum(int a, int b) { return a + b + (known - 1); }
