__global__ void one() {}
