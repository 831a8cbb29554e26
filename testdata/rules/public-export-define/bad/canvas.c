#include "paint.h"

int main(void) { return paint_draw() - paint_layers; }
