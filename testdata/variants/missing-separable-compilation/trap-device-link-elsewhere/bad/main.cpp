#include <cstdio>

void launch(float *values);

int main(int count, char **) {
    if (count > 1) {
        launch(nullptr);
    }
    std::puts("linked");
    return 0;
}
