#include <gpu/runtime.h>

#include <stdio.h>

int main(void)
{
    if (gpuLaunchKernel("vecadd", 1) != 0 || gpuStreamSynchronize(1) != 0) {
        fprintf(stderr, "vecadd: the device failed\n");
        return 1;
    }
    return 0;
}
