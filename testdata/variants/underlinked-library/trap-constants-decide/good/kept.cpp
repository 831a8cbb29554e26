#include "core.h"

static const bool kLog = false;
constexpr bool kDebug = false;
#define CORE_INLINE inline

CORE_INLINE int spare() {
  return core_close(4);
}

template <class T> struct Box {
  int go() { return core_open(1); }
  int other() { return 0; }
};

struct Guard {
  explicit Guard(int x) : h(core_open(x)) {}
  ~Guard() { core_close(h); }
  int h;
};

namespace {
class Line {
public:
  int length() { return 1; }
  void unused() { core_open(2); }
};
} // namespace

int user_kept(Guard *guard) {
  if (kLog)
    return core_open(1);
  if (kDebug)
    core_close(1);
  Line line;
  return Box<char>().other() + (guard != nullptr) + line.length();
}
