#include <cstdio>

#include "weight.cuh"

__global__ void smooth(float *values) { values[threadIdx.x] *= weight(values[threadIdx.x]); }

int main() {
    std::puts("linked");
    return 0;
}
