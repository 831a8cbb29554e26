int x2(int n);
int y(int n) { return x2(n); }
