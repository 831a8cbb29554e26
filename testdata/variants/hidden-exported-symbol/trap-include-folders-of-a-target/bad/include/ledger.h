#pragma once
int ledger_total(int first, int second);
