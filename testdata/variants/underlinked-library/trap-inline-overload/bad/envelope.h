#pragma once

namespace sound {

class Envelope {
public:
    static int decay(int level) { return level * 3 / 4; }
    static double decay(double level);
};

}
