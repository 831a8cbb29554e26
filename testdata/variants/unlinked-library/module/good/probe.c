#include "gauge.h"
#include <dlfcn.h>

typedef void (*format_function)(int);

int main(void) {
    void *format = dlopen("./build/libformat.so", RTLD_NOW);
    format_function show = format ? (format_function)dlsym(format, "format_value") : 0;
    if (!show)
        return 1;
    show(gauge_read() + 1);
    return 0;
}
