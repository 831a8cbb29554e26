const char *feed(void) { return "grass"; }
