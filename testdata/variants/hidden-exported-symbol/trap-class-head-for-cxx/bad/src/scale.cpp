#include "scale.h"

scale_load::scale_load(int grams) : grams(grams) {}

int scale_load::sum(const scale_load &a, const scale_load &b) { return a.grams + b.grams; }
