void add_effect(const char *name);

int reverb_anchor(void) {
    return 1;
}

__attribute__((constructor)) static void register_reverb(void) {
    add_effect("reverb");
}
