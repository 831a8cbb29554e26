int bulb_watts(void) {
    return 60;
}
