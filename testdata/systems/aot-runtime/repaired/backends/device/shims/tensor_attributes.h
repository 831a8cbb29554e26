#pragma once

#include <backends/device/shims/export.h>
#include <runtime/tensor.h>

extern "C" {

SPRINT_SHIM std::int32_t sprint_shim_dtype_bfloat16();
SPRINT_SHIM std::int32_t sprint_shim_dtype(const sprint::Tensor* tensor, std::int32_t* dtype);

}
