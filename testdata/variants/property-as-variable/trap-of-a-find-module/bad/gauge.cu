extern "C" int gauge(void) { return 3; }
