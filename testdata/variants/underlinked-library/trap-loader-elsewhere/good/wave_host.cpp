#include "loader.h"
#include "wave.h"

#include <cstdio>

int main() { std::printf("wave %d %d\n", load("build/wave_plug.so"), wave_height(1)); }
