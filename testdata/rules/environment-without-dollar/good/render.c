#include <stdio.h>

#ifndef TRACE
#define TRACE 0
#endif

#ifndef SCENE
#define SCENE 0
#endif

#ifdef CLUSTER
#include <math.h>
static double scale(double x) { return sqrt(x); }
#else
static double scale(double x) { return x; }
#endif

int main(int argc, char **argv) {
    (void)argv;
    printf("trace %d, scene %d, scale %.0f\n", TRACE, SCENE, scale(argc * 9.0));
    return 0;
}
