extern "C" double core_length(double x, double y);

int plot(double x) { return static_cast<int>(core_length(x, x + 1)); }
