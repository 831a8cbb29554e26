#include <stdio.h>
#include "store.h"

int main(void) {
    printf("size %d\n", store_size());
    return 0;
}
