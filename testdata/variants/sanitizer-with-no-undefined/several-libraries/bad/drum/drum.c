int drum(int *beats) { return beats[1]; }
