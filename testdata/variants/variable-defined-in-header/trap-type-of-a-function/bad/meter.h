#ifndef METER_H
#define METER_H
typedef int scale_fn_t(int value);
scale_fn_t scale;
#endif
