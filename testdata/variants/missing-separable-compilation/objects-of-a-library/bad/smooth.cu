#include "weight.cuh"

__global__ void smooth(float *values) { values[threadIdx.x] *= weight(values[threadIdx.x]); }

void launch(float *values) { smooth<<<1, 1>>>(values); }
