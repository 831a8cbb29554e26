#include "module.h"

#include "stubs.h"

#include <cstdio>

int main() { std::printf("run %d\n", run()); }
