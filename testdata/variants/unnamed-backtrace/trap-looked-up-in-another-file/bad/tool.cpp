void print_trace();

void deep(int level) {
  if (level > 0)
    deep(level - 1);
  else
    print_trace();
}

int main() {
  deep(2);
  return 0;
}
