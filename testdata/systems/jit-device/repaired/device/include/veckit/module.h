#pragma once

#include <veckit/codegen.h>

#include <cstddef>
#include <string>

namespace veckit {

/// A kernel that was compiled and loaded.
class Module {
public:
    /// Throws std::runtime_error if the kernel cannot be compiled or loaded.
    explicit Module(const Kernel& kernel);
    ~Module();
    Module(const Module&) = delete;
    Module& operator=(const Module&) = delete;

    void run(std::size_t count, const float* x, const float* y, float* out) const;

private:
    void* handle_;
    void (*function_)();
};

}
