#include "ink.h"

Ink::Ink(int drops) : drops_(drops) {}
int Ink::left() const { return drops_; }
