#include <stdio.h>

#include "parcel.h"

int main(void) {
    printf("packed %lx\n", parcel_seal("tea", 3));
    return 0;
}
