#include "ring.hpp"

auto first(const Ring &ring) -> const int & { return ring.values[0]; }
auto last(const Ring &ring) -> const int & { return ring.values[2]; }
auto middle(const Ring &ring) -> const int & { return ring.values[1]; }
auto filled() -> Ring { return {{1, 2, 3}}; }
auto size(const Ring &) -> int { return 3; }
int weight(const Ring &ring) { return ring.values[0] + ring.values[1]; }
