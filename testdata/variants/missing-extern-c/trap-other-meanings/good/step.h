#ifndef STEP_H
#define STEP_H

#ifdef __cplusplus
extern "C" {
#endif

int climb(int steps);

#ifdef __cplusplus
}
#endif

#endif
