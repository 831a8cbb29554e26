#pragma once

#define LOOM_API __attribute__((visibility("default")))

namespace loom {
LOOM_API int weave(int threads);

// Steps of it, for the library itself.
int knot(int threads);
int trim(int threads);
int count(int threads);
}
