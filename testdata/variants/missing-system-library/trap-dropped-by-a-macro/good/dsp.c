double dsp_wave(double t) { return t; }
