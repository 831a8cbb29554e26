#include "brush.h"

int brush_stroke(void) { return 3; }
