#include <runtime/tensor.h>

#include <utility>

namespace sprint {

Tensor::Tensor(ScalarType type, std::vector<std::int64_t> sizes) : type_(type), sizes_(std::move(sizes)) {}

std::size_t Tensor::nbytes() const
{
    std::size_t bytes = type_ == ScalarType::BFloat16 ? 2 : 4;
    for (std::int64_t size : sizes_) {
        bytes *= static_cast<std::size_t>(size);
    }
    return bytes;
}

}
