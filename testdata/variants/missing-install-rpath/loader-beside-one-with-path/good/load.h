int threads_of(const char *pattern);
