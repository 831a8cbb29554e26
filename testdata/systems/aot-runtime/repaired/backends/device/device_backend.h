#pragma once

#include <runtime/tensor.h>

#include <string>

namespace sprint::device {

/// A model that was compiled into a shared object.
class Model {
public:
    /// Loads the shared object; throws std::runtime_error if that is not possible.
    explicit Model(const std::string& path);
    ~Model();
    Model(const Model&) = delete;
    Model& operator=(const Model&) = delete;

    /// The bytes of scratch memory that the model wants for an input, negative if it refuses it.
    std::int64_t scratch_bytes(const Tensor& input) const;

private:
    void* handle_;
    std::int64_t (*scratch_)(const Tensor*);
};

}
