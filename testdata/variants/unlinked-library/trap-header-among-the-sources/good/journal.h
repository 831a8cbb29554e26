#pragma once
void trace(const char *text, unsigned level);

template <typename Text> void note(const Text &text) { trace(text.c_str(), 1); }

inline void warn(const char *text) { trace(text, 2); }

struct Journal {
  void close() { trace("closed", 3); }
};
