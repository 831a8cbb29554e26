int ticks(void);

int main(void) { return ticks() != 3; }
