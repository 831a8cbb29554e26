// Written by the ahead-of-time compiler for the device backend; interface version 3. Do not edit.
#include <cstdint>

struct AotTensor;

extern "C" {
std::int32_t sprint_shim_dtype_bfloat16();
std::int32_t sprint_shim_dtype(const AotTensor* tensor, std::int32_t* dtype);
std::int32_t sprint_shim_nbytes(const AotTensor* tensor, std::int64_t* nbytes);
}

extern "C" std::int64_t aot_model_scratch_bytes(const AotTensor* input)
{
    std::int32_t dtype = 0;
    std::int64_t nbytes = 0;
    if (sprint_shim_dtype(input, &dtype) != 0 || sprint_shim_nbytes(input, &nbytes) != 0) {
        return -1;
    }
    return dtype == sprint_shim_dtype_bfloat16() ? 2 * nbytes : nbytes;
}
