static int frequency;

void tuner_set(int value) { frequency = value; }

int tuner_get(void) { return frequency; }
