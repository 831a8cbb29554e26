void tuner_start(void);
int tuner_band(int band);

int speaker_plays(void) {
    tuner_start();
    return tuner_band(1);
}
