#include <tide/tide.h>

int tide_now() { return tide_level(); }
