#include "flags.h"
#include "pipe.h"

#include <cstdio>

int main() {
    std::printf("pipe %d of %d\n", open_pipe(), count_flags());
}
