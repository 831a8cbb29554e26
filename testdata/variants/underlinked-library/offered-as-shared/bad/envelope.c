int envelope_decay(int level) { return level * 3 / 4; }
