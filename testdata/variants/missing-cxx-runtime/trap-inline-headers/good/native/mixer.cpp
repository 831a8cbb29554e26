extern "C" int mixer_level(int channels) {
    return channels < 8 ? channels : 8;
}
