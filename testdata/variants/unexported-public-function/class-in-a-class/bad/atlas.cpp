#include "atlas.hpp"

int Atlas::Page::number() const { return number_; }
int Atlas::pages() const {
  Page page;
  return page.number();
}
Atlas::Page Atlas::first() const {
  Page page;
  return page;
}

extern "C" int start() { return 0; }
