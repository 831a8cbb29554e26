int backend_version(void) {
  return 7;
}

int backend(void) {
  return 2;
}
