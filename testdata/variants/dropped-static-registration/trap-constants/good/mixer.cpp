#include "mixer.h"

#include "symbols.h"

int Mixer::mix(int a, int b) {
    logger_of("mixer").info("mixed");
    return a + b;
}
