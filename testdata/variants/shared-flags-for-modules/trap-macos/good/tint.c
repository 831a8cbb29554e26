int tint(void) {
    return 3;
}
