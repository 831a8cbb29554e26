#pragma once
#include <string>

#define SHAPES_API __attribute__((visibility("default")))

struct Line {
    int length;
};
struct Square {
    int side;
};

// For messages of the library itself.
std::string to_string(const Line &line);
std::string to_string(const Square &square);

SHAPES_API int length(const Line &line);
