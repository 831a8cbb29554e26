#include "gl.h"

#include <cstdio>

void paint_one(const Shade *name)
{
    std::printf("painted %s\n", reinterpret_cast<const char *>(name));
}

void paint_two(const Shade *name)
{
    paint_one(name);
}

void paint_three(const Shade *name)
{
    paint_one(name);
}

void paint_four(Shade *name)
{
    paint_one(name);
}
