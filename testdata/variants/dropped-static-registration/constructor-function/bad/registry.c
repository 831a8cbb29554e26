#include "registry.h"

#include <stddef.h>
#include <string.h>

static const char *names[8];
static effect_fn effects[8];
static int count;

void register_effect(const char *name, effect_fn effect) {
    names[count] = name;
    effects[count++] = effect;
}

effect_fn find_effect(const char *name) {
    for (int i = 0; i < count; ++i)
        if (strcmp(names[i], name) == 0)
            return effects[i];
    return NULL;
}
