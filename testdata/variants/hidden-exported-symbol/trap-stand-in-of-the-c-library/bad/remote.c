#include "remote.h"

int remote_port(void) {
    return 22;
}
