#include <cstdio>
#include "shapes.h"

class Square : public Shape {
public:
    int corners() const override { return 4; }
};

int main() {
    Square square;
    std::printf("corners %d\n", count(square));
}
