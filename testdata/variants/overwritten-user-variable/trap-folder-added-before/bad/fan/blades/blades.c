#ifndef FAN_BLADES
#define FAN_BLADES 3
#endif

int fan(void) {
  return FAN_BLADES;
}
