#include "core.h"
#include "dep.h"
int backend_size(void) { return dep_size(); }
