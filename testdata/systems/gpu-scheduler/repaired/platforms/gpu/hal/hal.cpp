#include "counter.h"

#include <halgpu/hal.h>

#include <atomic>

namespace {

std::atomic<long> commands{0};

}

void halgpu::count_command()
{
    ++commands;
}

int halgpu_version()
{
    return 2;
}

long halgpu_command_count()
{
    return commands;
}
