#ifndef MILL_H
#define MILL_H

extern int sacks;

#endif
