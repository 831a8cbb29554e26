#include "effect.h"

static int count;

Effect::Effect(const char *) { ++count; }

int effects_loaded() {
    static const void *const all[] = {&the_echo};
    return all[0] == nullptr ? 0 : count;
}
