int format_value(int raw);
