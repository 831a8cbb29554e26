#pragma once

typedef int (*effect_fn)(int);

void register_effect(const char *name, effect_fn effect);
effect_fn find_effect(const char *name);
