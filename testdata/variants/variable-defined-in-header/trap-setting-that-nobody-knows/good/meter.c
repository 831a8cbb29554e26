#include "meter.h"

char meter_buffer[16];

int meter(int value) {
    meter_buffer[0] = 'm';
    return value + 1;
}
