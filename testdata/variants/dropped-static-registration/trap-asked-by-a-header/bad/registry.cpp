#include "registry.h"

static Effect effects[8];
static int count;

bool register_effect(const char *, Effect effect) {
    effects[count++] = effect;
    return true;
}

int run_all(int sample) {
    for (int i = 0; i < count; ++i)
        sample = effects[i](sample);
    return sample;
}
