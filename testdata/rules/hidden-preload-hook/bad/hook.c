#include "device.h"
#include <stdio.h>
void device_launch(void) { puts("hooked launch"); }
