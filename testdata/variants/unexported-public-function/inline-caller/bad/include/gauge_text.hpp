#pragma once
#include <string>

#include "gauge_api.hpp"

std::string text_of(double value);
