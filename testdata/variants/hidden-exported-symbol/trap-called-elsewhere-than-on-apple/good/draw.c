#include "width.h"
#include <stdio.h>

int area(int line);

static int part(int line) {
#ifdef __APPLE__
    return line;
#else
    return width(line);
#endif
}

int main(void) {
    printf("width %d of %d\n", part(4), area(4));
    return 0;
}
