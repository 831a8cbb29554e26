#ifndef TILEOPS_GEMM_H
#define TILEOPS_GEMM_H

/* The architectures that there are instances for, with spaces between them. */
const char *tileops_gemm_targets(void);

#endif
