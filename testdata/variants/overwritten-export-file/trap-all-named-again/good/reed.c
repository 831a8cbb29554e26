int reed(void) {
    return 2;
}
