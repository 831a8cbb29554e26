#pragma once
#include <string>

#include "gauge_api.hpp"
#include "gauge_text.hpp"

GAUGE_API double pressure();
GAUGE_API double temperature();
GAUGE_API double humidity();
GAUGE_API double altitude();

template <class T>
std::string shown(T value) {
  return "= " + text_of(static_cast<double>(value));
}
