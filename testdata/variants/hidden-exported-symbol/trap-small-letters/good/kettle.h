#ifndef KETTLE_H
#define KETTLE_H
#if defined(__GNUC__)
#define KETTLE_EXPORT __attribute__((visibility("default")))
#else
#define KETTLE_EXPORT
#endif

KETTLE_EXPORT int kettle_boil(int degrees);
KETTLE_EXPORT int kettle_pour(int cups);
#endif
