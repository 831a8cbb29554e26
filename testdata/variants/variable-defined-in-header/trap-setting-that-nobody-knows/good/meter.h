#ifndef METER_H
#define METER_H
extern char meter_buffer[16];
int scale(int value);
int meter(int value);
#endif
