int mixer_gain_impl(void) {
    return 7;
}
