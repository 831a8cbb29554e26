#pragma once
#include "api.h"

#ifdef __cplusplus
extern "C" {
#endif
LIFT_API int press(int floor);
#ifdef __cplusplus
}
#endif
