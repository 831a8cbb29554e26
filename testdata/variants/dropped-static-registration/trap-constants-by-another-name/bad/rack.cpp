#include "limits.h"
#include "names.h"
#include "registry.h"

#include <cstdio>

int main() {
    constexpr Name name = make_name("flanger", 7);
    std::printf("%s, limit %d\n", find_effect(name.text) == nullptr ? "no effects" : "effects", limit(8));
}
