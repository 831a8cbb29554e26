#include "kettle.h"

int kettle_boil(int degrees) {
    return 100 - degrees;
}

int kettle_pour(int cups) {
    return cups * 2;
}
