#include "names.h"
#include "pad.h"

int squeeze(int bytes) { return bytes; }

int pad(int bytes) { return bytes + 512; }

int checksum(int bytes) {
    int rest = bytes % 97;
    return rest;
}

int tar_size(int bytes) { return pad(squeeze(bytes)) + checksum(bytes); }
