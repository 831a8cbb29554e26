#include "loom.h"

namespace loom {
int knot(int threads) { return threads + 1; }
int trim(int threads) { return threads - 1; }
int count(int threads) { return threads; }
int weave(int threads) { return count(threads) * trim(knot(threads)) + 3; }
}
