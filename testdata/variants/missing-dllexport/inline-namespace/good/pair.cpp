#include "pair.hpp"

namespace pair {
inline namespace v2 {

int join(int first, int second) { return first * 100 + second; }
int first(int both) { return both / 100; }
int second(int both) { return both % 100; }
int swap(int both) { return join(second(both), first(both)); }
int halve(int both) { return join(first(both) / 2, second(both) / 2); }

} // namespace v2
} // namespace pair

extern "C" int start() { return 0; }
