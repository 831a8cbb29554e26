#ifndef BAND_H
#define BAND_H

#include "export.h"

#ifndef BAND_API
#define BAND_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

BAND_API int drum_notes(void);
BAND_API int flute_notes(void);
BAND_API int harp_notes(void);

#ifdef __cplusplus
}
#endif

#endif
