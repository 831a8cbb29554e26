#include "total.h"

namespace detail {
int sum(int first, int second) {
    return first + second;
}
}
