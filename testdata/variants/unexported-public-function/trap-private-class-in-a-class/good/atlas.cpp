#include "atlas.hpp"

int Atlas::Page::number() const { return number_; }
int Atlas::pages() const { return Page().number(); }

extern "C" int start() { return 0; }
