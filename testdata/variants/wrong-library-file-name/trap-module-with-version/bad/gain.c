int gain_apply(int level) { return level * 2; }
