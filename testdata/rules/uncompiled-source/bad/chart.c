#include "plot.h"
int chart_scale(int length) { return length * 10; }
