#include <stdio.h>

#include "kettle.h"

int main(void) {
    printf("cups %d\n", kettle_pour(kettle_boil(99)));
    return 0;
}
