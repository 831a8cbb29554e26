int driver_open(void) {
  return 2;
}

int driver_inside(void) {
  return 3;
}
