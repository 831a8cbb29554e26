int getopt(int count, char *const arguments[], const char *letters);
