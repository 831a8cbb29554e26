#include <tileops/gemm.h>
#ifdef DNN_HAS_CONV
#include <tileops/conv.h>
#endif

#include <stdio.h>

int main(void)
{
    printf("gemm solvers: %s\n", tileops_gemm_targets());
#ifdef DNN_HAS_CONV
    printf("conv solvers: %s\n", tileops_conv_targets());
#endif
    return 0;
}
