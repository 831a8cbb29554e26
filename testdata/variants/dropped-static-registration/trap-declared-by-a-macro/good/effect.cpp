#include "effect.h"

static int count;

Effect::Effect(const char *) { ++count; }

Effect the_echo("echo");

int effects_loaded() {
    static const void *const all[] = {&the_echo};
    return all[0] == nullptr ? 0 : count;
}
