int host_scale(void);

int plug_run(void) {
  return host_scale() * 2;
}
