void tuner_start(void);
int tuner_band(int band);

int knob_turn(void) {
    tuner_start();
    return tuner_band(1);
}
