#ifndef TRIAL_H
#define TRIAL_H

namespace trial {
int enrol(void (*body)());
int run();
}

#define TEST_CASE(name) \
    static void name();  \
    static const int name##_enrolled = trial::enrol(name); \
    static void name()

#ifdef TRIAL_IMPLEMENT
#include <vector>
namespace trial {
static std::vector<void (*)()> &bodies() {
    static std::vector<void (*)()> all;
    return all;
}
int enrol(void (*body)()) {
    bodies().push_back(body);
    return 0;
}
int run() {
    for (auto body : bodies()) {
        body();
    }
    return static_cast<int>(bodies().size());
}
}
#endif
#endif
