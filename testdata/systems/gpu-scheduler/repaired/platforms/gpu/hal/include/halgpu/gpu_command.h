#pragma once

#include <gsched/queue.h>

namespace halgpu {

/// A command of the GPU, which belongs to a stream.
class GpuCommand : public gsched::Command {
public:
    explicit GpuCommand(int stream);
    ~GpuCommand() override;

protected:
    int stream() const { return stream_; }

private:
    int stream_;
};

}
