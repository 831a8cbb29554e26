#include "compat.h"

int seal_open_1(void);
int seal_open_2(void);

SEAL_OLD(seal_open_1, seal_open, SEAL_1);
SEAL_NEW(seal_open_2, seal_open, SEAL_2);

int seal_open_1(void) { return 1; }
int seal_open_2(void) { return 2; }
