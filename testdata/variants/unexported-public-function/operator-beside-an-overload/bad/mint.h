#ifndef MINT_H
#define MINT_H

#include <iosfwd>

#define COIN_API __attribute__((visibility("default")))

class COIN_API Mint {
public:
  int founded() const;
};

COIN_API std::ostream &operator<<(std::ostream &out, const Mint &mint);

#endif
