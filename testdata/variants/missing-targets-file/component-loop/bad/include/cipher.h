#ifndef CIPHER_H
#define CIPHER_H

int cipher_rotate(int letter);

#endif
