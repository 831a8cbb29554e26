#include "moon.h"

#include <cstdio>
#include <dlfcn.h>

static void *(*open_library)(const char *, int) = &dlopen;

int main() { std::printf("moon %d %d\n", open_library("build/moon_plug.so", RTLD_NOW) != nullptr, moon_height(1)); }
