const char *feed(void) { return "meat"; }
