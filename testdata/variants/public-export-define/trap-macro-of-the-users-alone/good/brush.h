#include "paint.h"

PAINT_API int brush_stroke(void);
