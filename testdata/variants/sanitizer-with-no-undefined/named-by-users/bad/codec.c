int codec(const int *values) { return values[3]; }
