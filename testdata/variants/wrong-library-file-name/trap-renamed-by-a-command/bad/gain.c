int gain_level(int level) { return level * 2; }
