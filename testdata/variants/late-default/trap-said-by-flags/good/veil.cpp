int veil_inner() { return 4; }

extern "C" __attribute__((visibility("default"))) int veil_read() { return veil_inner(); }
