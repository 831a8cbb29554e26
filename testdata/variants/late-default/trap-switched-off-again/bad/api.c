extern int scale_unit;

int scale_read(void) {
  return scale_unit;
}
