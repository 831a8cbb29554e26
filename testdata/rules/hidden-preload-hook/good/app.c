#include "device.h"
int main(void)
{
    device_launch();
    return 0;
}
