#include "journal.h"

#include <cstdio>
#include <cstring>

Journal::Journal(const char *name) : name_(name) {}

void Journal::note(int sample) const { std::printf("%s %d effects\n", name_, sample); }

int wipe(void *place, int size) {
    std::memset(place, 0, size);
    return size;
}
