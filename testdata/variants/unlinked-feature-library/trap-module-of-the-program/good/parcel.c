#include "parcel.h"

#ifdef PARCEL_CHECKED
#include <zlib.h>
#endif

unsigned long parcel_seal(const char *content, unsigned length) {
#ifdef PARCEL_CHECKED
    return crc32(0, (const unsigned char *)content, length);
#else
    (void)content;
    return length;
#endif
}
