int cipher(int value) {
    return value ^ 5;
}
