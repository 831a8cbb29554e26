int x2(int n) { return n + 1; }
