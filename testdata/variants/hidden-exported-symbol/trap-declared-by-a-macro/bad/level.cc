#include "api.h"

#define LEVEL_API(type, name, ...) extern "C" __attribute__((visibility("default"))) type name(__VA_ARGS__)

LEVEL_API(int, level, const char *name, int start);
int level(const char *name, int start) { return start + (name[0] == 'a'); }

LEVEL_API(void, dump, void);
void dump(void) {}
