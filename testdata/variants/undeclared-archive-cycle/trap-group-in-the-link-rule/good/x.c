int y(int n);
int x(int n) { return y(n); }
