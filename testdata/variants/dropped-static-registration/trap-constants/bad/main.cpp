#include "symbols.h"

#include <cstdio>

int main() { std::printf("symbol %d\n", intern("A").number); }
