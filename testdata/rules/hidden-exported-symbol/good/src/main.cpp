#include <atlas/layer.h>

#include <dlfcn.h>

#include <cstdio>

int main(int argc, char** argv)
{
    if (argc != 2) {
        std::fprintf(stderr, "usage: atlas LAYER\n");
        return 2;
    }
    void* layer = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
    if (layer == nullptr) {
        std::fprintf(stderr, "atlas: cannot load layer: %s\n", dlerror());
        return 1;
    }
    auto spacing = reinterpret_cast<decltype(&atlas_layer_spacing)>(dlsym(layer, "atlas_layer_spacing"));
    if (spacing == nullptr) {
        std::fprintf(stderr, "atlas: %s is no layer: %s\n", argv[1], dlerror());
        return 1;
    }
    std::printf("contours every %.0f m\n", spacing(10));
    return 0;
}
