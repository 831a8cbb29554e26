#pragma once

#define ORBIT_CURVES 4
