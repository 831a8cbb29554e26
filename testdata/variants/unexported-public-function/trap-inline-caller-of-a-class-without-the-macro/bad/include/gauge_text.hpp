#pragma once
#include <string>

std::string text_of(double value);
