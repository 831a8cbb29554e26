int strokes(void) { return 8; }
