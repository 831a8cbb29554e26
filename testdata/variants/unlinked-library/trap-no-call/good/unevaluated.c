int main(void) { return sizeof(int) == 0; }
