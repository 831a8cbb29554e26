#include "orchard.h"

orchard::Tree::Tree(int apples) : apples_(apples) {}
orchard::Tree::~Tree() { apples_ = 0; }
int orchard::Tree::take(int apples) { return apples_ -= apples; }
