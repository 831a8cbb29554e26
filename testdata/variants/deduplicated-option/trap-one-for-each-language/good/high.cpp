extern "C" int high(void) { return HIGH; }
