#include "lid.h"

int tin_turns(void) { return LID_TURNS; }
