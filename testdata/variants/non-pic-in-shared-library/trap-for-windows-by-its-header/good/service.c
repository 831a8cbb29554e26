#include "tablet.h"

extern int dealt;
int serve(void) { return deal() + dealt; }
