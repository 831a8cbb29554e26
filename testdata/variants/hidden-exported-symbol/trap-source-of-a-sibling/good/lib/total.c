#include "total.h"

int total_of(int a, int b) {
    return a + b;
}
