int wire_flush(int bytes);

int start(void) {
    return wire_flush(84);
}
