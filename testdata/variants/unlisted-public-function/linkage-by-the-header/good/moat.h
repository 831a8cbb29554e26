#ifdef __cplusplus
extern "C" {
#endif
#ifndef MOAT_H
#define MOAT_H

int moat_open(int depth);
int moat_draw(int amount);
int moat_fill(int amount);
int moat_level(void);
int moat_close(void);

#endif
#ifdef __cplusplus
}
#endif
