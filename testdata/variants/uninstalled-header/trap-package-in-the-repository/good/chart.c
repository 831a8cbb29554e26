#include "chart.h"

sonar_depth chart_depth(void) { return 12; }
