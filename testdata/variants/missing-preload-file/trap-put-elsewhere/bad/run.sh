#!/bin/sh
set -e
cmake -S . -B build -G Ninja -DCMAKE_LIBRARY_OUTPUT_DIRECTORY="$PWD/build/out"
cmake --build build
LD_PRELOAD=$PWD/build/out/libtrace.so /bin/echo done
