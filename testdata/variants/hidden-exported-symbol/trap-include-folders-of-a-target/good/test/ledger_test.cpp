#include "total.cpp"

#include <cstdio>

#include "ledger.h"

int main() {
    std::printf("total %d\n", ledger_total(3, 4));
    return 0;
}
