#include "paint.h"

int start(void) { return paint_draw() - paint_layers; }
