#pragma once

namespace chronicle {
void setLevel(int level);
void write(int level, const char *text);
} // namespace chronicle
