int station = 7;

int *tuned(void) {
    return &station;
}
