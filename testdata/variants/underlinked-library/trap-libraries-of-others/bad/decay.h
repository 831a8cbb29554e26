int decay(int level);
