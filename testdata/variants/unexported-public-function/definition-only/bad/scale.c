#include "scale.h"

static int pans[4];

int scale_open(int pan) { return pan < 4; }
int scale_close(int pan) { return pan < 4; }
int scale_weigh(int pan) { return pans[pan]; }
SCALE_API int scale_tare(int pan) { return pans[pan] = 0; }
int scale_limit(void) { return 4; }
