#ifndef FERRY_H
#define FERRY_H

int crossings;

void pull(int times);

#endif
