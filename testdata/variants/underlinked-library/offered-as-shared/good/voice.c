int envelope_decay(int level);

int voice_level(int start) { return envelope_decay(start) + 1; }
