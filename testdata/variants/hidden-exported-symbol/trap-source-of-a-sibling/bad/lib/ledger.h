#ifndef LEDGER_H
#define LEDGER_H
__attribute__((visibility("default"))) int ledger_balance(void);
#endif
