#include <cipher.h>

#include <stdio.h>

int main(void)
{
    printf("a becomes %c\n", cipher_rotate('a'));
    return 0;
}
