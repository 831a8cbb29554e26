int tuner_pitch(void);
