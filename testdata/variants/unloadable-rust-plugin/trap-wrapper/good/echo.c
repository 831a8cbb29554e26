int echo_run(void) {
    return 7;
}
