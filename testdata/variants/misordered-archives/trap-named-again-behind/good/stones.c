void core_add(const char *name);

__attribute__((constructor)) static void add(void) { core_add("slate"); }
