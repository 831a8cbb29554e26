#include "envelope.h"

#include <memory>

using namespace sound;

extern "C" int voice_level(int start)
{
    auto envelope = std::make_unique<Envelope>(start);
    return Envelope::decay(envelope->level()) + 1;
}
