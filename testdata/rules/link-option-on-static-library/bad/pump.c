extern char pump_level[];

char *pump_address(void) {
  return pump_level;
}
