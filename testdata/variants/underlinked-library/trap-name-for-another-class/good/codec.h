#pragma once

namespace audio {
constexpr int rate = 48;

class Decoder {
public:
    Decoder();
    int open();
};

class Timer {
public:
    Timer();
    int open();
};
}
