#include "dial.h"

const char *plugin_label(void) {
  return dial_turn(1) ? dial_version() : "";
}
