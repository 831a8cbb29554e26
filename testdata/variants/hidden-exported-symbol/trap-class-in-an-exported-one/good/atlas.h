#pragma once
#include <stdexcept>
#define ATLAS_API __attribute__((visibility("default")))

class ATLAS_API Atlas {
public:
  struct ATLAS_API Missing : std::logic_error {
    explicit Missing(int page);
    ~Missing() noexcept override;
    int page;
  };
  int page(int number);
};
