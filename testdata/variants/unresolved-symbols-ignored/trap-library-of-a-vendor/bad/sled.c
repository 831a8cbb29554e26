int engine(int on);

int main(void) { return engine(0); }
