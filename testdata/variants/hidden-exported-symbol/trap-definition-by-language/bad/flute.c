#include "band.h"

BAND_API int flute_notes(void) { return 7; }
