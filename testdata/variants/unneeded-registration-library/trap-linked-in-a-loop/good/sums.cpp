#include <cstdio>

#include "ops.h"

int main() { std::printf("sum %d\n", ops_sum(3, 4)); }
