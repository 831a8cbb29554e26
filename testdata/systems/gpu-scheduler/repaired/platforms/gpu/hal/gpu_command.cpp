#include "counter.h"

#include <halgpu/gpu_command.h>

namespace halgpu {

GpuCommand::GpuCommand(int stream) : stream_(stream)
{
    count_command();
}

GpuCommand::~GpuCommand() = default;

}
