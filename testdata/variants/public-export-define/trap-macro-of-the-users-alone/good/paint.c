#include "paint.h"

__declspec(dllexport) int paint_draw(void) { return 2; }
