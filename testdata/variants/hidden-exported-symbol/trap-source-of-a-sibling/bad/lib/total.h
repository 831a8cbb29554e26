#ifndef TOTAL_H
#define TOTAL_H
int total_of(int a, int b);
#endif
