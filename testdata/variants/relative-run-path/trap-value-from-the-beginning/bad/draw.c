int draw(void) { return 4; }
