#include "format.h"
#include "gauge.h"

int main(void) {
    format_value(gauge_read() + 1);
    return 0;
}
