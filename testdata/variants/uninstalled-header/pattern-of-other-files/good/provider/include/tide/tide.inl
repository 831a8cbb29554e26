inline int tide_level() { return 7; }
