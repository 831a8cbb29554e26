#pragma once
#include "compiler.h"

VISIBLE_BEGIN

/* Of the whole. */
int width_of_all(void);

int width(int line);

VISIBLE_END
