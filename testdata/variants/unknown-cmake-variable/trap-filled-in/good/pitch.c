#include "flags.h"
int pitch_debug(void) {
#ifdef CMAKE_DEBUG
    return 1;
#else
    return 0;
#endif
}
