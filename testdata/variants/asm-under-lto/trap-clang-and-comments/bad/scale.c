int scale_1(int level) { return level; }
__asm__(".symver scale_1, scale@SCALE_1");
