#ifndef COIN_H
#define COIN_H

#include <iosfwd>

#include "mint.h"

class COIN_API Coin {
public:
  explicit Coin(int worth);
  int worth() const;

private:
  int worth_;
};

/* Writes "2p". */
std::ostream &operator<<(std::ostream &out, const Coin &coin);

#endif
