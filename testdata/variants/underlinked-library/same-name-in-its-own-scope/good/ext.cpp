#include "core.h"

struct Value {
    int number;
};

static Value hours() { return Value{core::hours()}; }

extern "C" int ext_run() { return hours().number; }
