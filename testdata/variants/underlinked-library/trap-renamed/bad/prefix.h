#define log_write own_log_write
