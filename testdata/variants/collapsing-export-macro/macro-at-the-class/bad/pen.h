#pragma once

#include "export.h"

class QUILL_API Pen {
public:
    explicit Pen(int ink);
    int draw(int strokes);

private:
    int ink_;
};
