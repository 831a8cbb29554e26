extern const char *const __start_effects[] __attribute__((weak, visibility("hidden")));
extern const char *const __stop_effects[] __attribute__((weak, visibility("hidden")));

int effect_count(void) {
    return (int)(__stop_effects - __start_effects);
}
