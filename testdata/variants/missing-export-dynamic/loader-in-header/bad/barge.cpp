#include "library.h"

#include <cstdio>

int main(int argc, char** argv)
{
    try {
        Library library(argc > 1 ? argv[1] : "");
        library.get<void (*)()>("tug_start")();
    } catch (const std::exception& error) {
        std::printf("%s\n", error.what());
        return 1;
    }
    return 0;
}
