#ifndef TANK_H
#define TANK_H

struct tank {
    int level;
};

extern struct tank the_tank;
extern void (*tank_hook)(int level);

#endif
