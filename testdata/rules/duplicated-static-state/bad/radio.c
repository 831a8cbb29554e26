#include <dlfcn.h>
#include <stdio.h>

int main(void) {
    void *knob = dlopen("./build/libknob.so", RTLD_NOW);
    void *speaker = dlopen("./build/libspeaker.so", RTLD_NOW);
    void (*turn)(void) = (void (*)(void))dlsym(knob, "knob_turn");
    int (*plays)(void) = (int (*)(void))dlsym(speaker, "speaker_plays");
    turn();
    printf("playing %d\n", plays());
    return 0;
}
