#ifndef CLOCK_H
#define CLOCK_H

#include "clock_export.h"

CLOCK_EXPORT int clock_strikes(void);

#endif
