#pragma once

#include <dlfcn.h>

#include <stdexcept>
#include <string>

class Library {
public:
    explicit Library(const std::string& path) : handle_(dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL))
    {
        if (!handle_) {
            throw std::runtime_error(dlerror());
        }
    }

    template <class Function>
    Function get(const std::string& name) const
    {
        auto found = reinterpret_cast<Function>(dlsym(handle_, name.c_str()));
        if (!found) {
            throw std::runtime_error(dlerror());
        }
        return found;
    }

private:
    void* handle_;
};
