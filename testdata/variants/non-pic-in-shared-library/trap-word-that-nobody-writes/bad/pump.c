extern int litres;

int pump_in(void) {
  return ++litres;
}
