#include "coin.h"

#include <ostream>

Coin::Coin(int worth) : worth_(worth) {}
int Coin::worth() const { return worth_; }

std::ostream &operator<<(std::ostream &out, const Coin &coin) { return out << coin.worth() << 'p'; }
