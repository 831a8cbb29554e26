#include <backends/device/shims/tensor_attributes.h>

extern "C" {

SPRINT_SHIM std::int32_t sprint_shim_dtype_bfloat16()
{
    return static_cast<std::int32_t>(sprint::ScalarType::BFloat16);
}

SPRINT_SHIM std::int32_t sprint_shim_dtype(const sprint::Tensor* tensor, std::int32_t* dtype)
{
    if (tensor == nullptr || dtype == nullptr) {
        return 1;
    }
    *dtype = static_cast<std::int32_t>(tensor->scalar_type());
    return 0;
}

}
