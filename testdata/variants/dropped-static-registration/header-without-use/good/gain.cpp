#include "registry.h"

static int gain(int level) { return level + 1; }
static Registrar registrar("gain", gain);
