int pin_b(void);

int main(void) { return pin_b() - 2; }
