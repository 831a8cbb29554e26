#pragma once
#include "tide/detail/table.h"

inline int tide_level() { return tide_detail::kLevel; }
