#ifndef TOTAL_H
#define TOTAL_H
__attribute__((visibility("default"))) int total_of(int a, int b);
#endif
