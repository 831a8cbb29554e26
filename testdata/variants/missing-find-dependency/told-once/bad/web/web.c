int inkwell(void);
int main(void) { return inkwell() - 2; }
