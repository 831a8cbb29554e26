#include "codec.h"

namespace audio {
Decoder::Decoder() = default;
int Decoder::open()
{
    return 1;
}
Timer::Timer() = default;
int Timer::open()
{
    return 2;
}
}
