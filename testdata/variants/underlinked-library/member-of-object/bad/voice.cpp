#include "envelope.h"

using namespace sound;

static int level_of(const Envelope &envelope) { return envelope.decay(1); }

extern "C" int voice_level(int start) { return level_of(Envelope(start)) + 1; }
