namespace tune {
int pitch();
}

extern "C" int tuner() { return tune::pitch(); }
