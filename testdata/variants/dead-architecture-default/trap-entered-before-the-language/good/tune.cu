__global__ void tune(int *v) { *v = 440; }
