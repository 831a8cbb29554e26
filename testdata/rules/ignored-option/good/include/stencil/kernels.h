#ifndef STENCIL_KERNELS_H
#define STENCIL_KERNELS_H

#include <stddef.h>

struct stencil_kernel {
    const char *target;
    const char *flavour;
};

/* The kernels that this library was built with. */
size_t stencil_kernels(const struct stencil_kernel **kernels);

#endif
