#include "glue.h"

#include <cstdio>

int main() {
    Reader<4> reader;
    std::printf("read %d\n", reader.read() + report(1));
}
