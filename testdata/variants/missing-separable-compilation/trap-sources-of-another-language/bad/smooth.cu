#include "weight.cuh"

__device__ float smooth(float value) { return value * weight(value); }
