#include "registry.h"

bool has_effect(const char *name) { return find_effect(name) != nullptr; }
