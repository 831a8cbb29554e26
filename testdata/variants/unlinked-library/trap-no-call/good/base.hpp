#pragma once
struct Base {
  int formatted(int x) { return x + 6; }
};
