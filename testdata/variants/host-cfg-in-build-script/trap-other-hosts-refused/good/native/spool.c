int spool_turns(void) { return 3; }
