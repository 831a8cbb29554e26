#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sprint {

enum class ScalarType : std::int32_t { Float = 6, BFloat16 = 15 };

/// A dense tensor that owns its data.
class Tensor {
public:
    Tensor(ScalarType type, std::vector<std::int64_t> sizes);

    ScalarType scalar_type() const { return type_; }
    const std::vector<std::int64_t>& sizes() const { return sizes_; }
    /// The number of bytes of all elements.
    std::size_t nbytes() const;

private:
    ScalarType type_;
    std::vector<std::int64_t> sizes_;
};

}
