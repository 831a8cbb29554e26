int wire_flush(int bytes) {
    return bytes / 2;
}
