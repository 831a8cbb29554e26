#include "effect_loader.h"

#include <stdio.h>

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: mixdesk EFFECT\n");
        return 2;
    }
    mixdesk_process_fn process = load_effect(argv[1]);
    if (process == NULL) {
        return 1;
    }
    printf("0.25 becomes %.2f\n", process(0.25F));
    return 0;
}
