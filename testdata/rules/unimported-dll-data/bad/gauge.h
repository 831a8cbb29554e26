#ifndef GAUGE_H
#define GAUGE_H

/* The level that gauge_fill() has reached. */
extern int gauge_level;

int gauge_fill(int amount);

#endif
