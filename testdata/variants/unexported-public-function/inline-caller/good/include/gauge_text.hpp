#pragma once
#include <string>

#include "gauge_api.hpp"

GAUGE_API std::string text_of(double value);
