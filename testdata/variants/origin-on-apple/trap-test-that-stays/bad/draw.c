int draw(void) { return 3; }
