#ifndef MILL_H
#define MILL_H

int sacks;

#endif
