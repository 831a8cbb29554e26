#ifndef LOAD_H
#define LOAD_H
#if defined(_WIN32)
#include <windows.h>
static void *dlopen(const char *path, int how) { (void)how; return (void *)LoadLibraryA(path); }
#define RTLD_LAZY 0
#else
#include <dlfcn.h>
#endif
static inline void *load(const char *path) { return dlopen(path, RTLD_LAZY); }
static inline int unused(void *of) { return of != 0; }
#endif
