#pragma once
#include "clock.h"

int dinner();
