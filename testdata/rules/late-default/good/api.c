int gauge_raw(void);

__attribute__((visibility("default"))) int gauge_value(void) {
  return 2 * gauge_raw();
}
