#include "atlas.hpp"

int Atlas::Page::number() const { return number_; }
int Atlas::pages() const { return Page().number(); }
Atlas::Page Atlas::first() const { return Page(); }

extern "C" int start() { return 0; }
