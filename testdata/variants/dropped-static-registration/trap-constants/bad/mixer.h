#pragma once

struct Mixer {
    int mix(int a, int b);
};
