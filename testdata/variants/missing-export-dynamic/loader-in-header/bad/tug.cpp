#include "dock.h"

extern "C" void tug_start() { take_berth("tug"); }
