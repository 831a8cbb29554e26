#include "registry.h"

#include <cstring>

static const char *names[8];
static Effect effects[8];
static int count;

Registrar::Registrar(const char *name, Effect effect) {
    names[count] = name;
    effects[count++] = effect;
}

Effect find_effect(const char *name) {
    for (int i = 0; i < count; ++i)
        if (std::strcmp(names[i], name) == 0)
            return effects[i];
    return nullptr;
}
