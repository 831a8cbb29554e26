#include <stdio.h>

int codec_rate(void);

int main(void)
{
    printf("rate %d\n", codec_rate());
    return 0;
}
