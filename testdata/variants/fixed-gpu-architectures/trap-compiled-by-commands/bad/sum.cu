#include <cstdio>
__global__ void add(int *sum) { *sum = 3; }
int main() { std::printf("architectures: none\n"); }
