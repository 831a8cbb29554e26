#include <stdio.h>

#include "parcel.h"

int main(void) {
    printf("sealed with %lx\n", parcel_seal("tea", 3));
    return 0;
}
