#include "base.h"

__attribute__((constructor)) static void init(void) { base_register(3); }
