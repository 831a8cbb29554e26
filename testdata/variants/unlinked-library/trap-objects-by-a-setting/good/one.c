int pin_a(void);

int main(void) { return pin_a() - 1; }
