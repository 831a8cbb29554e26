#ifndef WELL_H
#define WELL_H

#define WELL_API(type) extern type

WELL_API(int) well_open(int depth);
WELL_API(int) well_draw(int amount);
WELL_API(int) well_fill(int amount);
WELL_API(int) well_level(void);
WELL_API(int)
well_close(void);

#endif
