#pragma once

#include <backends/device/shims/export.h>
#include <runtime/tensor.h>

extern "C" {

/// Gives the size of a tensor's data; 0 is success.
SPRINT_SHIM std::int32_t sprint_shim_nbytes(const sprint::Tensor* tensor, std::int64_t* nbytes);

}
