#ifndef MODULES_H
#define MODULES_H

void *module_open(const char *path);
void *module_symbol(void *module, const char *name);

#endif
