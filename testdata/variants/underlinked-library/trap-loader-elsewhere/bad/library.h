#pragma once

#include <dlfcn.h>

class Library {
public:
    explicit Library(const char *name) : handle(::dlopen(name, RTLD_NOW)) {}
    bool is_open() const { return handle != nullptr; }

private:
    void *handle;
};
