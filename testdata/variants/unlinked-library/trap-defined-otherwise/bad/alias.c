static int seven(int x) { return x + 6; }
int format_value(int x) __attribute__((alias("seven")));
