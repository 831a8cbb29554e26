#include "prefix.h"
#include "registry.h"
#include <cstdio>

int main() { return std::printf("called %d\n", call("thrice", 1) + OPERATOR(thrice)(1)) < 0; }
