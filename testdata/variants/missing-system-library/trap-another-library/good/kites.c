#include <dlfcn.h>

void *kites_open(const char *file) { return dlopen(file, RTLD_NOW); }
