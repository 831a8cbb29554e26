static int seven(int x) { return x + 6; }

int main(void) {
  int (*format)(int) = seven;
  return format(1) != 7;
}
