#include <veckit/module.h>

#include <cstdio>
#include <exception>

int main()
{
    try {
        const veckit::Module module({"saxpy", "2.0f * x[i] + y[i]"});
        const float x[] = {1, 2, 3};
        const float y[] = {1, 1, 1};
        float out[3];
        module.run(3, x, y, out);
        std::printf("saxpy: %g %g %g\n", out[0], out[1], out[2]);
    } catch (const std::exception& e) {
        std::fprintf(stderr, "saxpy: %s\n", e.what());
        return 3;
    }
    return 0;
}
