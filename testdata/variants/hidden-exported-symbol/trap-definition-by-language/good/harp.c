#include "band.h"

BAND_API int harp_notes(void) { return 47; }
