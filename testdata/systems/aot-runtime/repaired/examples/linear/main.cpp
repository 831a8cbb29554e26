#include <backends/device/device_backend.h>

#include <cstdio>
#include <exception>

int main(int argc, char** argv)
{
    if (argc != 2) {
        std::fprintf(stderr, "usage: linear_runner MODEL\n");
        return 2;
    }
    try {
        const sprint::device::Model model(argv[1]);
        const sprint::Tensor input(sprint::ScalarType::BFloat16, {8, 64});
        std::printf("scratch: %lld bytes\n", static_cast<long long>(model.scratch_bytes(input)));
    } catch (const std::exception& e) {
        std::fprintf(stderr, "linear_runner: %s\n", e.what());
        return 1;
    }
    return 0;
}
