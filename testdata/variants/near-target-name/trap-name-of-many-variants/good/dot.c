int kind_id(void);

int dot(void) {
  return kind_id() + 1;
}
