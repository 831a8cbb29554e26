static int count;

void add_effect(const char *name) {
    (void)name;
    count++;
}

int effect_count(void) {
    return count;
}
