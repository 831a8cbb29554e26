#include "mix.h"

int wide_mix(int n) { return mix_row(n); }
