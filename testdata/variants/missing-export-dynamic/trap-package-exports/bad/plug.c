int host_add(int a);

int plug_run(void) { return host_add(1); }
