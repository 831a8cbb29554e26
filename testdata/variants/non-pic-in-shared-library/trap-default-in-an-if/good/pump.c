int valve(void);

int pump(void) {
    return valve();
}
