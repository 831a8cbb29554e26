#ifndef SWING_H
#define SWING_H
double swing_height(double length, double angle);
#endif
