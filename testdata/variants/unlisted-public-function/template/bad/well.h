#ifndef WELL_H
#define WELL_H

int well_open(int depth);
int well_draw(int amount);
int well_fill(int amount);
int well_depth(void);
int well_close(void);

#endif
