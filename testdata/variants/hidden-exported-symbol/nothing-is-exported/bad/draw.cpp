#include "arc.h"
#include "beam.h"
#include "cone.h"
#include "disk.h"
#include "edge.h"
#include "face.h"
#include "grid.h"
#include "hull.h"
#include "inlet.h"
#include "joint.h"

#include <cstdio>

int main() {
    std::printf("sum %d\n", arc(1) + beam(1) + cone(1) + disk(1) + edge(1) + face(1) + grid(1) + hull(1) + inlet(1) + joint(1));
}
