#include "chronicle.h"

extern "C" void work() { chronicle::write(3, "monk"); }
