#!/bin/sh
set -e
cmake -S . -B build -G Ninja
cmake --build build
LD_PRELOAD=$PWD/build/libtrace.so /bin/echo done
