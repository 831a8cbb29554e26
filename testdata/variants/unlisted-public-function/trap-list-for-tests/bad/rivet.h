#ifndef RIVET_H
#define RIVET_H

int rivet_open(int depth);
int rivet_draw(int amount);
int rivet_fill(int amount);
int rivet_level(void);
int rivet_close(void);

#endif
