#include "easel.h"

int oil_layers(void) { return core_size() + 1; }
