#pragma once
#ifdef __cplusplus
#define LIFT_API extern "C" __attribute__((visibility("default")))
#else
#define LIFT_API __attribute__((visibility("default")))
#endif
