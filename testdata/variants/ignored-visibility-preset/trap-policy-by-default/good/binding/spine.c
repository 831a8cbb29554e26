int thread_length(int sheets);

__attribute__((visibility("default"))) int spine_width(int sheets) { return thread_length(sheets) / 8; }
