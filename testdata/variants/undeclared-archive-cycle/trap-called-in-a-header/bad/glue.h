#pragma once

#include "text.h"

template <int Line> struct Reader {
    int read() { return parse(Line); }
};
