#ifndef FERRY_H
#define FERRY_H

extern int crossings;

void pull(int times);

#endif
