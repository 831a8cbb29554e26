#pragma once

#include <cstdint>

#ifdef PULSE_BUILD_ABI
#define PULSE_API __attribute__((visibility("default")))
#else
#define PULSE_API inline
#endif

extern "C" {

PULSE_API std::int32_t pulse_dtype_float32();
PULSE_API std::int32_t pulse_dtype_bfloat16();
PULSE_API std::int64_t pulse_element_size(std::int32_t dtype);

}
