#pragma once
#include <tide/tide_export.h>

TIDE_EXPORT int tide_now();
inline int tide_level() { return 7; }
