#include "keep.h"

KEEP __attribute__((section("effects"))) static const char *const reverb = "reverb";
