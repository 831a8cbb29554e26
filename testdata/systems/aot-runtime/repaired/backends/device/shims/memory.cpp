#include <backends/device/shims/memory.h>

extern "C" SPRINT_SHIM std::int32_t sprint_shim_nbytes(const sprint::Tensor* tensor, std::int64_t* nbytes)
{
    if (tensor == nullptr || nbytes == nullptr) {
        return 1;
    }
    *nbytes = static_cast<std::int64_t>(tensor->nbytes());
    return 0;
}
