#include <algorithm>
#include <new>

struct Level {
    int value;
};

extern "C" int mixer_level(int channels) {
    alignas(Level) char place[sizeof(Level)];
    Level *level = new (place) Level{std::min(channels, 8)};
    return level->value;
}
