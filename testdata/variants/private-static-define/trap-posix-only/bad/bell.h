#ifndef BELL_H
#define BELL_H

#include "bell_export.h"

BELL_EXPORT int bell_rings(void);

#endif
