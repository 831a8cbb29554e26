#include <cstdio>

float smooth(float value);

int main() {
    std::printf("smooth %.1f\n", smooth(1.0f));
    return 0;
}
