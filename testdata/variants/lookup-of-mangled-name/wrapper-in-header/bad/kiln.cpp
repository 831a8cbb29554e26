#include "coating.h"
#include "library.h"

#include <cstdio>

int main(int argc, char** argv)
{
    try {
        Library library(argc > 1 ? argv[1] : "");
        auto create = library.get<Coating* (*)()>("create_coating");
        std::printf("melts at %d\n", create()->melts_at());
    } catch (const std::exception& error) {
        std::printf("no coating: %s\n", error.what());
        return 1;
    }
    return 0;
}
