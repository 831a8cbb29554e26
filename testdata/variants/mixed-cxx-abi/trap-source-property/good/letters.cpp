#include "letters.h"

std::string capitals(const std::string &text) { return "CAPITALS OF " + text; }
