int mix_metal(void) { return 10; }
