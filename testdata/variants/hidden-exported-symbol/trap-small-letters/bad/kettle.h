#ifndef KETTLE_H
#define KETTLE_H
#if defined(__GNUC__)
#define kettle_export __attribute__((visibility("default")))
#else
#define kettle_export
#endif

kettle_export int kettle_boil(int degrees);
kettle_export int kettle_pour(int cups);
#endif
