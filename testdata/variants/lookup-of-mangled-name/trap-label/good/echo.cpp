extern "C" int echo_level(int level) { return level / 2; }
