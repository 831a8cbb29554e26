#ifndef POND_H
#define POND_H

int pond_open(int depth);
int pond_draw(int amount);
int pond_fill(int amount);
int pond_level(void);
int pond_close(void);

#endif
