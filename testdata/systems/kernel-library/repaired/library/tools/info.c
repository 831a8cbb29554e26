#include <tileops/gemm.h>

#include <stdio.h>

int main(void)
{
    printf("gemm instances: %s\n", tileops_gemm_targets());
    return 0;
}
