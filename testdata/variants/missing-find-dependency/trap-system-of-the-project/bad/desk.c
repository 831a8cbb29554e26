#include <windows.h>

int gauge(void);

int main(void)
{
    Sleep(gauge());
    return 0;
}
