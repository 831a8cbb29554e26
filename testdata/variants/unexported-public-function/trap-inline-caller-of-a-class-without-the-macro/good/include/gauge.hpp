#pragma once
#include <string>

#include "gauge_api.hpp"

GAUGE_API double pressure();
GAUGE_API double temperature();
GAUGE_API double humidity();
GAUGE_API double altitude();
GAUGE_API std::string drawn();
