#include "envelope.h"

namespace sound {

int Envelope::decay(int steps) const { return level_ * 3 / (3 + steps); }

}
