#include "gauge.hpp"

double pressure() { return 1013; }
double temperature() { return 21; }
double humidity() { return 40; }
double altitude() { return 120; }
