int press(void);

int main(void) { return press() != 4; }
