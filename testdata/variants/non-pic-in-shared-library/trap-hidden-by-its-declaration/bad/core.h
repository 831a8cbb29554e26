extern __attribute__((visibility("hidden"))) int level;
