#include "registry.h"
#include <cstdio>

extern int op_twice_link;

int main() { return std::printf("called %d\n", call("twice", op_twice_link)) < 0; }
