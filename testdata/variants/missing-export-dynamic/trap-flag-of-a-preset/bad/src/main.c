#include <relay/filter.h>

#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: relay FILTER\n");
        return 2;
    }
    void *filter = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
    if (filter == NULL) {
        fprintf(stderr, "relay: cannot load filter: %s\n", dlerror());
        return 1;
    }
    relay_filter_fn run = (relay_filter_fn)dlsym(filter, "relay_filter_run");
    if (run == NULL) {
        fprintf(stderr, "relay: %s is no filter: %s\n", argv[1], dlerror());
        return 1;
    }
    printf("%d of 5000 bytes filtered\n", run(5000));
    return 0;
}
