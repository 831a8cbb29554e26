#include <veckit/module.h>
#include <veckit/toolchain.h>

#include <vffi.h>

#include <dlfcn.h>

#include <stdexcept>

namespace veckit {

Module::Module(const Kernel& kernel) : handle_(nullptr), function_(nullptr)
{
    const std::string file = "./" + kernel.name + "_kernel.so";
    compile(generate(kernel), file);

    handle_ = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle_ == nullptr) {
        throw std::runtime_error(dlerror());
    }
    function_ = reinterpret_cast<void (*)()>(dlsym(handle_, kernel.name.c_str()));
    if (function_ == nullptr) {
        const std::string message = dlerror();
        dlclose(handle_);
        throw std::runtime_error(message);
    }
}

Module::~Module()
{
    dlclose(handle_);
}

void Module::run(std::size_t count, const float* x, const float* y, float* out) const
{
    const std::uintptr_t arguments[] = {
        count,
        reinterpret_cast<std::uintptr_t>(x),
        reinterpret_cast<std::uintptr_t>(y),
        reinterpret_cast<std::uintptr_t>(out),
    };
    if (vffi_call(function_, 4, arguments) != 0) {
        throw std::runtime_error("the kernel has too many arguments");
    }
}

}
