int drum_hit(void) { return 4; }
