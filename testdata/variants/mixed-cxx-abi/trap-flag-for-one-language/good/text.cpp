#include "text.hpp"

Text::~Text() {}
int Text::size() { return 2; }
