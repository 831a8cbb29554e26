#include <stdio.h>

int BrotliDecoderVersion(void);

int main(void)
{
    printf("decoder %d\n", BrotliDecoderVersion());
    return 0;
}
