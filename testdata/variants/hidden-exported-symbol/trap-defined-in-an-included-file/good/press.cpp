#include "words.h"
#include <cstdio>
#include <dlfcn.h>

// The length of the first word, by a plugin.
static int ask(const char *plugin) {
    void *library = dlopen(plugin, RTLD_NOW);
    if (!library) {
        std::puts(dlerror());
        return -1;
    }
    auto first = reinterpret_cast<int (*)(const char *)>(dlsym(library, "first_length"));
    return first ? first("lead;ink") : -1;
}

int main(int, char **argv) {
    int words = count_words("lead,ink,paper");
    int wrapped = ask(argv[1]);
    int folded = ask(argv[2]);
    std::printf("words %d of %d on %d, first %d and %d\n", words, width("lead,ink"), pages(2), wrapped, folded);
}
