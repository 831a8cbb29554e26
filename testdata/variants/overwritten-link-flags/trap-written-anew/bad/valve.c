int host_level(void);

int valve(void) { return host_level() + 1; }
