#include <dlfcn.h>
#include <stdio.h>

int main(int count, char **words) {
    void *player = count > 1 ? dlopen(words[1], RTLD_NOW) : NULL;
    if (player == NULL) {
        printf("%s\n", count > 1 ? dlerror() : "which player?");
        return 1;
    }
    int (*play)(void) = (int (*)(void))dlsym(player, "play");
    printf("played %d\n", play());
    return 0;
}
