#pragma once
#include <string>

std::string capitals(const std::string &text);
