#include "plot.h"

#include <cmath>

double ceil(double value, int digits) {
    const double scale = std::pow(10.0, digits);
    return std::ceil(value * scale) / scale;
}

int plot_ticks() {
    return static_cast<int>(ceil(4.44, 1) * 10);
}
