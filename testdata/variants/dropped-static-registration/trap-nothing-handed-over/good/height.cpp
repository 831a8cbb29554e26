#include "meter.h"

static Meter height("height");
