#include "ledger.h"
#include "total.h"

int ledger_balance(void) {
    return total_of(40, 2);
}
