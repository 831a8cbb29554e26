#include "text.h"

#include <stdio.h>

int main(void) {
    int read = parse(4);
    printf("read %d, lines %d\n", read, report_lines);
    return 0;
}
