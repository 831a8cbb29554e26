int knots(int level) { return level * 2; }
