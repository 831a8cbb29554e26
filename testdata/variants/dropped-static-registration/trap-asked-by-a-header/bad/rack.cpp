#include "keep.h"
#include "registry.h"

#include <effects/effects.h>

#include <cstdio>

int main() {
    extern int third_anchor;
    start_effects();
    std::printf("12 becomes %d (%d)\n", run_all(12), third_anchor + halve_used);
}
