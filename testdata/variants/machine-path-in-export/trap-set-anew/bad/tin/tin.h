#ifndef TIN_H
#define TIN_H

#include <lid.h>

int tin_turns(void);

#endif
