int scale_tank(int value) { return 3 * value; }
