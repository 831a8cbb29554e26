#include "gl.h"

#include "device.h"

namespace {

class Window final : public orbit::Device {
public:
    int width() const override { return 640; }
};

}

int orbit::gl_width()
{
    return Window().width();
}
