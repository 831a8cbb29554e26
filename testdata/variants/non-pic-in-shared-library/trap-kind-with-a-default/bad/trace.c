static int level = 4;

const char *trace_name(int which) {
    static const char *const names[] = {"off", "low", "high"};
    return names[which % 3];
}

int trace_level(void) {
    return level;
}
