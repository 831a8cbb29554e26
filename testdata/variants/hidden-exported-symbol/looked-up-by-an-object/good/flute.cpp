extern "C" __attribute__((visibility("default"))) int pipe_pitch(int octave) {
    return 55 << octave;
}
