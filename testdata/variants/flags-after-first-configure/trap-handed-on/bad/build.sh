#!/bin/sh
set -e
cmake -S . -B build -G Ninja
export CFLAGS="-DLEVEL=3"
cmake -S . -B build -DCMAKE_C_FLAGS="$CFLAGS"
cmake --build build
./build/gauge
