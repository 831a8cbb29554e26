#pragma once
#ifdef TIDE_BUILD
#include "table.h"
#endif

inline int tide_level() { return 7; }
