#include <cstdio>

#include "draw.h"

int main() { std::printf("draw %d\n", Draw().next()); }
