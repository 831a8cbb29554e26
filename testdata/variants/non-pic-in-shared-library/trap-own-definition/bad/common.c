#include "common.h"

static int first;
int *state = &first;
int common_helper(void) { return *state; }
