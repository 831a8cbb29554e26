#include "meter.h"

int meter(int value) {
    meter_buffer[0] = 'm';
    return value + 1;
}
