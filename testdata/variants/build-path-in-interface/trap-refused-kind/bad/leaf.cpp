#include "leaf.hpp"

int veins() { return 5; }
