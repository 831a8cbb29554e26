#ifndef SCALE_H
#define SCALE_H

extern const char *const scale_units[2];
extern int scale_digits;

#endif
