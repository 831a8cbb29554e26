#pragma once

#ifndef __CUDACC__
#define __device__
#endif

__device__ float weight(float distance);
