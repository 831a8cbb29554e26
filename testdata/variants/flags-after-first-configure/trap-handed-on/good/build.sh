#!/bin/sh
set -e
export CFLAGS="-DLEVEL=3"
cmake -S . -B build -G Ninja
cmake --build build
./build/gauge
