#pragma once

__attribute__((visibility("default"))) int plot_ticks();

/// To so many digits.
__attribute__((visibility("default"))) double ceil(double value, int digits);
