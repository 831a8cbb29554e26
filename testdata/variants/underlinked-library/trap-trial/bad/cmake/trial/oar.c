int rudder(void);
int oar(void) { return rudder(); }
