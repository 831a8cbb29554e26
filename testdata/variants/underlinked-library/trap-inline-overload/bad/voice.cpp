#include "envelope.h"

extern "C" int voice_level(int start) { return sound::Envelope::decay(start) + 1; }
