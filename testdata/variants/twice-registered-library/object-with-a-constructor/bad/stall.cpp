int stall() {
    return 1;
}
