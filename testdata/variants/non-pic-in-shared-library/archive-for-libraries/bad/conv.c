const char *conv_name(void) { return "conv"; }
