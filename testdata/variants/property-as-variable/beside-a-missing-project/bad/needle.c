int needle_level = 3; int needle(void) { return ++needle_level; }
