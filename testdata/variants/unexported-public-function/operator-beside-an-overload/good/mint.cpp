#include "mint.h"

#include <ostream>

int Mint::founded() const { return 1279; }

std::ostream &operator<<(std::ostream &out, const Mint &mint) { return out << mint.founded(); }
