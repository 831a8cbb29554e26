void format_value(int value);
