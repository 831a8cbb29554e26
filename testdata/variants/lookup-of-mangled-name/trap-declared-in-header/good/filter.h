#pragma once

struct Filter {
    virtual ~Filter() = default;
    virtual int apply(int value) const = 0;
};

// What the program looks up.
using CreateFilter = Filter* (*)();
