#ifndef GAUGE_H
#define GAUGE_H

/* What gauge_fill() has reached, how often, and in all. */
extern int level;
extern int count;
extern int total;

int gauge_fill(int amount);

#endif
