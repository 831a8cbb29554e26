#include <stdio.h>

#include "valve.h"

struct step {
    const char *name;
    int (*run)(int);
};

static const struct step steps[] = {{"open", valve_open}};

int main(void) {
    printf("%s %d\n", steps[0].name, steps[0].run(2));
    return 0;
}
