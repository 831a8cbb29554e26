#include <dlfcn.h>
#include <stdio.h>

int mixer_rate(void);

int main(int count, char **words) {
    void *part = count > 1 ? dlopen(words[1], RTLD_NOW) : 0;
    int (*level)(void) = part ? (int (*)(void))dlsym(part, "level") : 0;
    return printf("level %d\n", level ? level() : mixer_rate()) < 0;
}
