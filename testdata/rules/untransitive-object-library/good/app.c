#include "text.h"

#include <stdio.h>

int main(void) {
    printf("trimmed to %d\n", trim(length("mixdesk")));
    return 0;
}
