int format_value(int x);
