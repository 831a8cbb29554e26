#include "format.h"
#include "gauge.h"

int main(void) {
    format_value(gauge_read());
    return 0;
}
