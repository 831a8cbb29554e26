__global__ void tune() {}
