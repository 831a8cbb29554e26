int fade_level(int level) { return level / 2; }
