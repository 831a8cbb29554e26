#include <cstdio>
#include <memory>

#include "render.h"

int main()
{
    std::unique_ptr<Render> render(new Render(6));
    render->resize(7);
    std::printf("area %d\n", render->area(6));
    return 0;
}
