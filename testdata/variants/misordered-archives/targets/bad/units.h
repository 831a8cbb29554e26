#ifndef UNITS_H
#define UNITS_H

int units_grams(int spoons);

#endif
