#include "helm.h"
#include "rudder.h"

#include <dlfcn.h>

int helm_turn(int degrees, const char *library) {
    void *rudder = dlopen(library, RTLD_NOW);
    auto turn = rudder ? reinterpret_cast<decltype(&rudder_turn)>(dlsym(rudder, "rudder_turn")) : nullptr;
    return turn ? turn(degrees) : degrees;
}

int helm_steps() { return sizeof(rudder_steps); }
