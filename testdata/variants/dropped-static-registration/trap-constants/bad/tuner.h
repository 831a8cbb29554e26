#pragma once

struct Tuner {
    int tune(int note);
};
