#pragma once

struct Filter {
    virtual ~Filter() = default;
    virtual int apply(int value) const = 0;
};

extern "C" Filter* create_filter();

// What the program looks up.
using CreateFilter = Filter* (*)();
