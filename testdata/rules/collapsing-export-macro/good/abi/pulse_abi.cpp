#include "pulse_abi.h"

extern "C" {

PULSE_API std::int32_t pulse_dtype_float32()
{
    return 6;
}

PULSE_API std::int32_t pulse_dtype_bfloat16()
{
    return 15;
}

PULSE_API std::int64_t pulse_element_size(std::int32_t dtype)
{
    return dtype == 15 ? 2 : 4;
}

}
