int reel(void);

int main(void) { return reel() != 3; }
