int own_log_write(int level);

int echo_start(void) { return own_log_write(1); }
