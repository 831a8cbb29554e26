#!/bin/sh
set -e
cmake -S . -B build \
  -DVIEWER_ENABLE_CODEC=ON
cmake --build build
ls build/libcodec.so
