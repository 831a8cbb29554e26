#ifndef KILN_H
#define KILN_H

struct Kiln {
    int (*heat)(int degrees);
    int (*cool)(int degrees);
};

int kiln_init(struct Kiln *kiln);
int kiln_check(struct Kiln *kiln);
int kiln_reset(struct Kiln *kiln);

#endif
