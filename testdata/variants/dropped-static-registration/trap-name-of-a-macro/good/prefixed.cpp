#include "registry.h"
#include <cstdio>

int operator_thrice(int x);

int main() { return std::printf("called %d\n", call("thrice", 1) + operator_thrice(1)) < 0; }
