#include "store.hpp"

namespace store {
const int capacity = 9;

int size()
{
    return 4;
}
}
