static int tones[8];

__attribute__((constructor)) static void scale_tune(void) {
    for (int octave = 0; octave < 8; octave++)
        tones[octave] = 55 << octave;
}

int scale_tone(int octave) { return tones[octave]; }
