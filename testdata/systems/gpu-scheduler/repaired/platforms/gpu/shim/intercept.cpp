#include <gpu/runtime.h>
#include <gtrace/trace.h>
#include <halgpu/gpu_command.h>

#include <dlfcn.h>

namespace {

class LaunchCommand final : public halgpu::GpuCommand {
public:
    LaunchCommand(const char* kernel, int stream) : GpuCommand(stream), kernel_(kernel) {}

    int execute() override
    {
        auto real = reinterpret_cast<decltype(&gpuLaunchKernel)>(dlsym(RTLD_NEXT, "gpuLaunchKernel"));
        return real == nullptr ? 1 : real(kernel_, stream());
    }

private:
    const char* kernel_;
};

}

int gpuLaunchKernel(const char* kernel, int stream)
{
    gtrace_event("submit", kernel);
    LaunchCommand command(kernel, stream);
    return gsched::submit(command);
}
