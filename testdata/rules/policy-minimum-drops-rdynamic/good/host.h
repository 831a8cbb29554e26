void host_log(const char *text);
