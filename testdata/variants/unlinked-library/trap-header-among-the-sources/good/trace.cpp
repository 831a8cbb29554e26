#include <cstdio>

void trace(const char *text, unsigned level) { std::printf("%u %s\n", level, text); }
