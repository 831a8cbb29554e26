#ifndef WELL_H
#define WELL_H

int well_open(int depth);
int well_draw(int amount);

/* Programs of another version do not start. */
#define well_fill well_fill_34
int well_fill(int amount);
int well_level(void);
int well_close(void);

#endif
