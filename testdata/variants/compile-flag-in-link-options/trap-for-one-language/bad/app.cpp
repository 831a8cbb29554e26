#include <cstdio>

int main() { return std::printf("c++ %ld\n", __cplusplus) < 0; }
