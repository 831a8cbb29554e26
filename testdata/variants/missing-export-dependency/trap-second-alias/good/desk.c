int lamp_light(void);

int desk_light(void) {
  return lamp_light() - 2;
}
