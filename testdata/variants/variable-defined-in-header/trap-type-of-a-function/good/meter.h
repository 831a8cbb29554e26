#ifndef METER_H
#define METER_H
int scale(int value);
#endif
