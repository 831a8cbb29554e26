#include <cstdio>

#include <babble/babble.h>

int main() {
    std::puts(Babble::description());
    return 0;
}
