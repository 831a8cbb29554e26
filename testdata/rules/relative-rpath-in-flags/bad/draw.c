int draw_lines(void) { return 3; }
