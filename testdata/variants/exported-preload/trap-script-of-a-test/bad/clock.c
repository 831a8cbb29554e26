int clock_hour(void) {
    return 12;
}
