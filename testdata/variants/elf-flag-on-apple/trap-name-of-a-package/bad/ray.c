int ray_hits(void) { return 4; }
