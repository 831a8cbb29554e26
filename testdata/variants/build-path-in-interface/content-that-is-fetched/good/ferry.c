#include <harbour.h>

int ferry(void) { return BERTHS; }
