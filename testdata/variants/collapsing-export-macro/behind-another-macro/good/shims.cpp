#include "shims.h"

SHIM_C int shim_width() { return 15; }
