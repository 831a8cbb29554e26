#include "vffi.h"

typedef uintptr_t word;

int vffi_call(vffi_function function, int count, const uintptr_t *arguments)
{
    const word *a = arguments;
    switch (count) {
    case 0:
        function();
        return 0;
    case 1:
        ((void (*)(word))function)(a[0]);
        return 0;
    case 2:
        ((void (*)(word, word))function)(a[0], a[1]);
        return 0;
    case 3:
        ((void (*)(word, word, word))function)(a[0], a[1], a[2]);
        return 0;
    case 4:
        ((void (*)(word, word, word, word))function)(a[0], a[1], a[2], a[3]);
        return 0;
    default:
        return 1;
    }
}
