#pragma once

#include "macros.h"

LENS_BEGIN
int lens_focus(double metres);
void lens_reset();
LENS_END
