#include "gong.h"

int gong_strokes(int times) { return 3 * times; }

template <class T> T echo(T times) { return gong_strokes(times); }

template __attribute__((visibility("default"))) int echo<int>(int);
