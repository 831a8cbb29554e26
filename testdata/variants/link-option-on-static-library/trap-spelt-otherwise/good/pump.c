extern char pump_level;
long pump(void) { return (long)&pump_level; }
