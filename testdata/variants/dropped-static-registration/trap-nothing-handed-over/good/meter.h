#pragma once
#include <string>

struct Meter {
  explicit Meter(const std::string &name);
  int read() const;

private:
  int start;
};
