#include <cstdio>
#include "letters.h"

int main() { std::printf("%s\n", capitals("welcome").c_str()); }
