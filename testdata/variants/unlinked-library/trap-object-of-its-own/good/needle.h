#pragma once

namespace gauge {

class Needle {
public:
    int degrees = 0;
    void turn(int by);
};

}
