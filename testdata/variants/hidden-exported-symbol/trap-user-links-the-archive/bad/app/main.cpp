#include <device.h>
#include <gl.h>

#include <cstdio>

namespace {

class Null final : public orbit::Device {
public:
    int width() const override { return 1; }
};

}

int main()
{
    Null null;
    const orbit::Device& device = null;
    std::printf("orbit: %d and %d\n", device.width(), orbit::gl_width());
    return 0;
}
