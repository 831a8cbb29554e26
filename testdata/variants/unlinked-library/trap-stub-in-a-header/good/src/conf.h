#pragma once

namespace conf {
int level();
int scale(int value);
}

struct Conf {
    Conf();
    int add(int value);
    int sum;
};
