#include <cstdio>
#include "button.h"

int main() { std::printf("floor %d\n", press(4)); }
