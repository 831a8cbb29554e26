#include "kiln.hpp"

namespace kiln {

int degrees(int minutes) { return 20 + 5 * minutes; }

}
