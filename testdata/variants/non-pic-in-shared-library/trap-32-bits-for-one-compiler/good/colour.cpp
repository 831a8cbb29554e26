#include <memory>

std::unique_ptr<int> shade = std::make_unique<int>(4);

int colour()
{
    return *shade;
}
