#ifndef HUM_H
#define HUM_H

double hum_level(double power);

#endif
