#pragma once

#include "compiler.h"

struct frame {
  char kind;
  int length;
} packed_type;

int send_frame(const struct frame *frame);
