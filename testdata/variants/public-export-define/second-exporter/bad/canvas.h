#include "paint.h"

PAINT_API int canvas_draw(void);
