int bell_halves(int hours) { return 2 * hours; }
