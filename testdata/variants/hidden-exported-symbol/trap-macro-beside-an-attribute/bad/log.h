int log_line(const char *format, ...);
