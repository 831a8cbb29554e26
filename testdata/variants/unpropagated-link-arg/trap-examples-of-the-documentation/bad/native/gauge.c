int gauge_level(void) {
    return 7;
}
