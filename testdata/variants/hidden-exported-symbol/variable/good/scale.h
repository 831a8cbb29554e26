#ifndef SCALE_H
#define SCALE_H

extern __attribute__((visibility("default"))) const char *const scale_units[2];
extern __attribute__((visibility("default"))) int scale_digits;

#endif
