int tuner_get(void);

int speaker_plays(void) { return tuner_get(); }
