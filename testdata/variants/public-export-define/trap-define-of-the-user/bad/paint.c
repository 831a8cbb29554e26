#include "paint.h"

PAINT_API int paint_draw(void) { return 2; }
