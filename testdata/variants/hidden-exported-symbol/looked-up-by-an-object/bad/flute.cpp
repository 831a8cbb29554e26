extern "C" int pipe_pitch(int octave) {
    return 55 << octave;
}
