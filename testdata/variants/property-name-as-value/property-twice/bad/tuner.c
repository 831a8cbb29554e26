int tune(int station) {
  return station + STEP;
}
