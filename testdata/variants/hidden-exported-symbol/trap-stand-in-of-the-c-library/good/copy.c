#include <stdio.h>

#include "remote.h"

int main(void) {
    printf("port %d\n", remote_port());
    return 0;
}
