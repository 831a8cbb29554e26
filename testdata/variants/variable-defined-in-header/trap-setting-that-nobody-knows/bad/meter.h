#ifndef METER_H
#define METER_H
char meter_buffer[16];
int scale(int value);
int meter(int value);
#endif
