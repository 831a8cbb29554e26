#include "pair.hpp"

extern "C" int start() {
  return pair::halve(pair::join(4, 2));
}
