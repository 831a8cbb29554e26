#pragma once
int wrap_helper();
template <class T> struct Wrapper {
  int run() { return wrap_helper(); }
};
