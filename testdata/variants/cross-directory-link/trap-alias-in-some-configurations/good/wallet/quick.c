int cipher(int value);

int quick(int value) {
    return cipher(value) + 1;
}
