#include "registry.h"
#include "all_ops.h"
#include <cstdio>

int main() { return std::printf("called %d\n", call("twice", *all)) < 0; }
