#include "voice.h"

#include "envelope.h"

namespace sound {

int Voice::level() const { return envelope_->decay(1) + 1; }

}

extern "C" int voice_level(int start) {
    sound::Envelope envelope(start);
    return sound::Voice(envelope).level();
}
