#include "chronicle.h"

#include <dlfcn.h>

int main(int argc, char **argv) {
    chronicle::setLevel(5);
    for (int at = 1; at < argc; ++at) {
        void *plugin = dlopen(argv[at], RTLD_NOW);
        if (plugin) {
            reinterpret_cast<void (*)()>(dlsym(plugin, "work"))();
        }
    }
    return 0;
}
