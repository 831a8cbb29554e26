#ifndef HINGE_H
#define HINGE_H

double hinge_width(double length, double power);

#endif
