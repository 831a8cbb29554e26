__attribute__((visibility("default"))) const int bell_strokes = 12;

__attribute__((visibility("default"))) int bell_halves(int hours) { return 2 * hours; }
