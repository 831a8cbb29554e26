#include <cipher.h>

int cipher_rotate(int letter)
{
    return (letter - 'a' + 13) % 26 + 'a';
}
