int lamp_light(void) {
  return 8;
}
