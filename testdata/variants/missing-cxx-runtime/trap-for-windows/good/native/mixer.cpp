#include <vector>

extern "C" int mixer_level(int channels) {
    std::vector<int> levels;
    for (int at = 0; at < channels; ++at) {
        levels.push_back(2);
    }
    return static_cast<int>(levels.size()) * 2;
}
