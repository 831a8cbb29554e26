#include "envelope.h"

namespace sound {

Envelope::Envelope(int start) : level_(start) {}

int Envelope::decay(int level) { return level * 3 / 4; }

}
