#include "scene.h"
namespace scene {
int findNode(int numargs, char **, int start) { return numargs + start; }
void draw(int &count) { ++count; }
}
