#include <backends/device/device_backend.h>

#include <dlfcn.h>

#include <stdexcept>

namespace sprint::device {

Model::Model(const std::string& path) : handle_(dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)), scratch_(nullptr)
{
    if (handle_ == nullptr) {
        throw std::runtime_error(dlerror());
    }
    scratch_ = reinterpret_cast<std::int64_t (*)(const Tensor*)>(dlsym(handle_, "aot_model_scratch_bytes"));
    if (scratch_ == nullptr) {
        const std::string message = dlerror();
        dlclose(handle_);
        throw std::runtime_error(message);
    }
}

Model::~Model()
{
    dlclose(handle_);
}

std::int64_t Model::scratch_bytes(const Tensor& input) const
{
    return scratch_(&input);
}

}
