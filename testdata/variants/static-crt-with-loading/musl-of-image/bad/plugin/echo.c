int studio_gain(void);

int echo_run(void) {
    return studio_gain() * 2;
}
