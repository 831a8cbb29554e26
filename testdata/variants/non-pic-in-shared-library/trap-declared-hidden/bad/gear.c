#include "internal.h"

int teeth;

int gear(void) { return ++teeth; }
