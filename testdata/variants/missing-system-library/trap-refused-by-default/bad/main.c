#include <stdio.h>

int load_close(void *handle);

int main(void)
{
    printf("closed %d\n", load_close(0));
    return 0;
}
