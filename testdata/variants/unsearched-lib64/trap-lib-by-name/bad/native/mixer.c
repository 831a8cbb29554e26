int mixer_gain(void) {
    return 7;
}
