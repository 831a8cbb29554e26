#pragma once
#include <string>

#define SHAPES_API __attribute__((visibility("default")))

struct Line {
    int length;
};

namespace std {
// For messages of the library itself.
string to_string(const Line &line);
}

SHAPES_API int length(const Line &line);
