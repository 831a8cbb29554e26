#include "mixer.h"

#include "symbols.h"

static Logger &logger = logger_of("mixer");

int Mixer::mix(int a, int b) {
    NOTE("mixed");
    return a + b;
}
