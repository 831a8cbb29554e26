#pragma once
struct Base {
  int format_value(int x) { return x + 6; }
};
