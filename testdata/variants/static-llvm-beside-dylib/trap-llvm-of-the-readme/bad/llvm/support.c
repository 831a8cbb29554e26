#include <stdio.h>
#include <stdlib.h>

int options;

__attribute__((constructor)) static void registers(void) {
    if (options++) {
        puts("CommandLine Error: Option registered more than once!");
        fflush(stdout);
        abort();
    }
}

int support(void) { return options; }
