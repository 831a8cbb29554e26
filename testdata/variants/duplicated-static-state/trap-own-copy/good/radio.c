#include <dlfcn.h>
#include <stdio.h>

int main(void) {
    void *knob = dlopen("./build/libknob.so", RTLD_NOW);
    void *speaker = dlopen("./build/libspeaker.so", RTLD_NOW);
    int (*turn)(void) = (int (*)(void))dlsym(knob, "knob_turn");
    int (*plays)(void) = (int (*)(void))dlsym(speaker, "speaker_plays");
    printf("turned to %d, playing %d\n", turn(), plays());
    return 0;
}
