#ifndef MILL_H
#define MILL_H

int mill_open(int stones);
int mill_grind(int sacks);
int mill_fill(int sacks);
int mill_stop(void);
int mill_close(void);

#endif
