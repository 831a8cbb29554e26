#pragma once
#ifdef __cplusplus
#define LIFT_API extern "C"
#else
#define LIFT_API
#endif
