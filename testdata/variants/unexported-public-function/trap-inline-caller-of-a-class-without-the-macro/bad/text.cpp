#include "gauge_text.hpp"

std::string text_of(double value) { return std::to_string(static_cast<int>(value)); }
