#pragma once

#define ORBIT_BODIES 9
