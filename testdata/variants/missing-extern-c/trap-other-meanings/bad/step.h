#ifndef STEP_H
#define STEP_H

int climb(int steps);

#endif
