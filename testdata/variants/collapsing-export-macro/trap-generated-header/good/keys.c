#include <keys/keys.h>

KEYS_API int keys_count(void) {
    return 88;
}
