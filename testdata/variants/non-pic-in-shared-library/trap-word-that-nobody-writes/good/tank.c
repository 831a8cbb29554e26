int pump_in(void);

int tank_fill(void) {
  return pump_in();
}
