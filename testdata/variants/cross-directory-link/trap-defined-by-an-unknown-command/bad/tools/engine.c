int reverb(void);

int main(void) { return reverb(); }
