#include "gains.h"
#include "journal.h"

unsigned char gains[256];

__attribute__((constructor)) static void fill_gains() {
    for (int i = 0; i < 256; ++i) {
        gains[i] = static_cast<unsigned char>(255 - i);
    }
}

void reset_gains() { wipe(gains, 256); }
