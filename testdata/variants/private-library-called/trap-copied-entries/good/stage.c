#include <stdio.h>

#include "lamp.h"
#include "scene.h"

int main(void) {
  printf("%d W\n", scene_lamps() * lamp_watts());
  return 0;
}
