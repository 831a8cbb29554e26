#include "gl.h"

int main()
{
    context c = {};
    const Shade name[] = "red";
    load(&c);
    paint_two(name);
}
