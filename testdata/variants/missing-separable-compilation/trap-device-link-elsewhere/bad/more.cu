#include "weight.cuh"

__global__ void more(float *values) { values[threadIdx.x] += weight(values[threadIdx.x]); }
