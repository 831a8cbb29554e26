static int held;

int sal_free(int block) {
    held -= block;
    return held;
}

int ev_end(int block);

int sal_run(void) {
    held = 10;
    return ev_end(3);
}
