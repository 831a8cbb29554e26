#include "mix.h"

int mix_row(int n) { return n; }
