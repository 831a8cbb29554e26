#include "dialog.h"

#include <cstdio>
#include <dlfcn.h>

int main(int argc, char **argv) {
    void *library = argc > 1 ? dlopen(argv[1], RTLD_NOW) : nullptr;
    if (!library) {
        std::printf("%s\n", dlerror());
        return 1;
    }
    auto make = reinterpret_cast<Dialog *(*)()>(dlsym(library, "make_dialog"));
    Dialog *dialog = make();
    dialog->load();
    delete dialog;
    return 0;
}
