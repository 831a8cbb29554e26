#include "table.h"

#include <cstdio>
#include <dlfcn.h>

int main(int, char **argv)
{
    Table board;
    board.add("empty", 0);
    void *library = dlopen(argv[1], RTLD_NOW);
    if (!library) {
        std::printf("cannot load counter: %s\n", dlerror());
        return 1;
    }
    auto fill = reinterpret_cast<void (*)(Board *)>(dlsym(library, "fill"));
    fill(&board);
    std::printf("%d in all\n", board.total());
}
