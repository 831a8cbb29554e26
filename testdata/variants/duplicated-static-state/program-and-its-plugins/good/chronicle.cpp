#include "chronicle.h"

#include <cstdio>

namespace chronicle {

static int level = 0;

void setLevel(int value) { level = value; }

void write(int of, const char *text) { std::printf("%s %s\n", text, of <= level ? "written" : "left out"); }

} // namespace chronicle
