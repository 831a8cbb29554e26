#include "registry.h"

static int halve(int sample) { return sample / 2; }

__attribute__((constructor)) static void add_echo(void) { register_effect("echo", halve); }
