#ifndef TIDE_H
#define TIDE_H
#include <tide/config.h>

inline int tide_level() { return TIDE_LEVEL; }
#endif
