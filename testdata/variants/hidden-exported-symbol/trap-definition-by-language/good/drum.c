#include "band.h"

BAND_API int drum_notes(void) { return 1; }
