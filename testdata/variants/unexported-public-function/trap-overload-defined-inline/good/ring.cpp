#include "ring.hpp"

const int &first(const Ring &ring) { return ring.values[0]; }
const int &last(const Ring &ring) { return ring.values[2]; }
const int &middle(const Ring &ring) { return ring.values[1]; }
Ring filled() { return {{1, 2, 3}}; }
int size(const Ring &) { return 3; }
int weight(const Ring &ring) { return ring.values[0] + ring.values[1]; }
