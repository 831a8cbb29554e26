void tuner_set(int value);

void knob_turn(void) { tuner_set(98); }
