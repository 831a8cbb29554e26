#pragma once

#include "compiler.h"

struct frame {
  char kind;
  int length;
} __attribute__((packed));

int send_frame(const struct frame *frame);
