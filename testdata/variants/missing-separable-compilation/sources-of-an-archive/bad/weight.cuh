#pragma once

__device__ float weight(float distance);
