#include <cstdio>
#include "scene.h"
int main(int argc, char **argv) {
  int n = scene::findNode(argc, argv, 1);
  scene::draw(n);
  std::printf("nodes %d\n", n);
}
