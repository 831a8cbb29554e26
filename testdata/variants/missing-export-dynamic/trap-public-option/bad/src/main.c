#include <relay/loader.h>

#include <stdio.h>

int main(int argc, char **argv)
{
    relay_filter_fn run = argc == 2 ? relay_load(argv[1]) : NULL;
    if (run == NULL) {
        fprintf(stderr, "relay: no filter\n");
        return 1;
    }
    printf("%d of 5000 bytes filtered\n", run(5000));
    return 0;
}
