void add_effect(const char *name);

__attribute__((constructor)) static void register_reverb(void) {
    add_effect("reverb");
}
