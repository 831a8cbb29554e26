#pragma once

#include "macros.h"

LENS_FUNCTION int lens_flash(int power);
