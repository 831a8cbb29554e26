int FORMATTER(int x);

int FORMATTER(int x) { return x + 6; }
