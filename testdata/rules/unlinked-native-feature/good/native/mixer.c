#ifdef WITH_ZLIB
#include <zlib.h>

int mixer_pack(void) {
    return zlibCompileFlags() != 0;
}
#else
int mixer_pack(void) {
    return 0;
}
#endif
