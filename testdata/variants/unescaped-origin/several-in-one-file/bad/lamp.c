int glow(void);
int main(void) { return glow() == 5 ? 0 : 1; }
