#include <cstdio>
#include "press.h"

int main() { std::printf("floor %d\n", press(7)); }
