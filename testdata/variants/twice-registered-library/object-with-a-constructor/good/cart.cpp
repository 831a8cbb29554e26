int cart() {
    return 1;
}
