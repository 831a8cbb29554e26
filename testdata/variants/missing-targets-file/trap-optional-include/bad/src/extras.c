#include <cipher.h>

int cipher_rotate_twice(int letter)
{
    return cipher_rotate(cipher_rotate(letter));
}
