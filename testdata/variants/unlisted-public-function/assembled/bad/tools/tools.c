int saw_take(void) { return 1; }
