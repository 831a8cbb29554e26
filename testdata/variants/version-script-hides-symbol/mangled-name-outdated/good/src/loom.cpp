#include <loom/loom.h>

int loom::threads(int width)
{
    return width * 2;
}
