#!/bin/sh
set -e
cmake -S . -B build \
  -DVIEWER_WITH_CODEC=ON
cmake --build build
ls build/libcodec.so
