const char *gear_name(void) { return "gear"; }
