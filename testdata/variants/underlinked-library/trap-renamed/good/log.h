int log_write(int level);
