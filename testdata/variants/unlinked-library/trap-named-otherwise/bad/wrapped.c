int __wrap_format_value(int x);

int __wrap_format_value(int x) { return x + 6; }
