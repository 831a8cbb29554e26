#include "cloth.h"

namespace loom {

Cloth::Cloth(int width) : width_(width) {}

Cloth::~Cloth() = default;

int Cloth::threads() const
{
    return width_ * 2;
}

}
