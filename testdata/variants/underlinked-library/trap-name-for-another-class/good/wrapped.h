#pragma once

namespace wrapped {
template <class T>
class Basic {
public:
    int open()
    {
        return 3;
    }
};
}
