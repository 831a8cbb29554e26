extern "C" int mixer_level(int channels) {
    return channels * 2;
}
