int count_calls(void) { return 1; }
