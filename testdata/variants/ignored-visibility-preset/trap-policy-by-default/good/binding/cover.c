int glue_dries(int minutes);

__attribute__((visibility("default"))) int cover_size(int minutes) { return glue_dries(minutes) ? 30 : 31; }
