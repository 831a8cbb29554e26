void print_trace();

int main() {
  print_trace();
  return 0;
}
