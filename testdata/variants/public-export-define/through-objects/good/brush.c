#include "paint.h"

int brush_width(void) { return paint_layers; }
