#include "registry.h"
#include <cstdio>

#define OP(name) extern int op_##name##_link;
#include "ops.def"
#undef OP
#define OP(name) &op_##name##_link,
static int *all[] = {
#include "ops.def"
};

int main() { return std::printf("called %d\n", call("twice", *all[0])) < 0; }
