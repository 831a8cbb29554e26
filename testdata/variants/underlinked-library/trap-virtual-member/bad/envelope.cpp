#include "envelope.h"

namespace sound {

Envelope::~Envelope() = default;

int Envelope::decay(int steps) const { return steps; }

int Envelope::release() const { return 3; }

int Envelope::attack() const { return 2; }

int Slow::decay(int steps) const { return steps * 2; }

}
