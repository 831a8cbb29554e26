int glaze(void);

int main(void) { return glaze() != 3; }
