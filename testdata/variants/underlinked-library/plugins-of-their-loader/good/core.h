#ifndef CORE_H
#define CORE_H

int core_add(int a, int b);
int core_load(const char *path);

#endif
