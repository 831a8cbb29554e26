void decode(void);
int main(void) { decode(); return 0; }
