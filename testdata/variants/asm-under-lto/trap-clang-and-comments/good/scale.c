int scale_1(int level) { return level; }
