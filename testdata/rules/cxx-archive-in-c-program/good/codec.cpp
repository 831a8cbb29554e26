#include "codec.h"

#include <string>

extern "C" int codec_length(const char *text) {
  std::string decoded(text);
  decoded += "/decoded";
  return static_cast<int>(decoded.size());
}
