#pragma once
#ifdef _WIN32
#define LIFT_API __declspec(dllexport)
#else
#define LIFT_API __attribute__((visibility("default")))
#endif
