int bronze(void) { return 3; }
