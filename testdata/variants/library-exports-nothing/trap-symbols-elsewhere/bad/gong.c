#include "gong_calls.inc"

int gong_weight(void) { return 40; }
