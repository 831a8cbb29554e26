#include <stencil/kernels.h>

#include <stdio.h>

int main(void)
{
    const struct stencil_kernel *kernels;
    size_t count = stencil_kernels(&kernels);
    for (size_t i = 0; i < count; i++) {
        printf("kernel for %s (%s)\n", kernels[i].target, kernels[i].flavour);
    }
    return 0;
}
