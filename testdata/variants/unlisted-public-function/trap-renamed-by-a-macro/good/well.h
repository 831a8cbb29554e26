#ifndef WELL_H
#define WELL_H

int well_open(int depth);
int well_draw(int amount);

/* Programs of another version do not start. */
int well_fill_34(int amount);
int well_level(void);
int well_close(void);

#endif
