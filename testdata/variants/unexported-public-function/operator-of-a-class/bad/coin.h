#ifndef COIN_H
#define COIN_H

#include <iosfwd>

#define COIN_API __attribute__((visibility("default")))

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
