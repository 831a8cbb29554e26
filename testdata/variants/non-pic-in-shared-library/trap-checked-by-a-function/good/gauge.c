int clip(int value);

int gauge_level(int value) { return clip(value); }
