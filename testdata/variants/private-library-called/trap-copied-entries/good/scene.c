#include "lamp.h"
#include "scene.h"

int scene_lamps(void) {
  return 600 / lamp_watts();
}
