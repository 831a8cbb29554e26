int *tuned(void);

int hear(void) {
    return *tuned();
}
