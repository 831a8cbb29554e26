#pragma once

#define RACK_API __attribute__((visibility("default")))

namespace rack {
struct Scale {
    explicit Scale(int steps);
    int steps;
};

extern RACK_API Scale natural;
extern RACK_API class Scale tempered;
}
