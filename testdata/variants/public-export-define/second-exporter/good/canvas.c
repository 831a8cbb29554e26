#include "canvas.h"

int canvas_draw(void) { return paint_draw() - paint_layers; }

int dll_start(void) { return 1; }
