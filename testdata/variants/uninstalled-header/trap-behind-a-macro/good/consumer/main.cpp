#include <cstdio>
#include <tide/tide.h>

int main() { std::printf("level %d\n", tide_level()); }
