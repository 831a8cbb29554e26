#include "ledger.h"
#include "total.h"

int ledger_total(int first, int second) {
    return detail::sum(first, second);
}
