int probe_depth(void) {
    return 7;
}
