#include "orchard.h"

namespace orchard {

Tree::Tree(int apples) : apples_(apples) {}
Tree::~Tree() { apples_ = 0; }
int Tree::take(int apples) { return apples_ -= apples; }

__attribute__((visibility("default"))) Tree *plant() { return new Tree(9); }

} // namespace orchard
