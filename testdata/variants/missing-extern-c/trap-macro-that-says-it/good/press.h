#pragma once
#include "api.h"

LIFT_API int press(int floor);
