int oar(void);
int main(void) { return oar() - 1; }
