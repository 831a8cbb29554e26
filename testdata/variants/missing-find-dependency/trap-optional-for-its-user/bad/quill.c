int strokes(void) { return 3; }
