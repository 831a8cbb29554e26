#include "envelope.h"

namespace sound {

double Envelope::decay(double level) { return level * 0.75; }

}
