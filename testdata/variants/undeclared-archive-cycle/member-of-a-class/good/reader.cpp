#include "parser.h"

#include <cstdio>

int main() { std::printf("read %d\n", parse(4)); }
