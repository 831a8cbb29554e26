#include <babble/babble.h>

Babble::~Babble() = default;

const char *Babble::description() {
    return "many tongues";
}
