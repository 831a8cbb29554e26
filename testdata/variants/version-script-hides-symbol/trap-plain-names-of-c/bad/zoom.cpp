extern "C" {
#include "zoom.h"
}

int lens_zoom(int steps) { return steps + 1; }
