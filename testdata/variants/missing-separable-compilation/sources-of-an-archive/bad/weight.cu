#include "weight.cuh"

__device__ float weight(float distance) { return 1.0f / (1.0f + distance); }
