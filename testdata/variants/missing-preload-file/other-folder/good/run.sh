#!/bin/sh
BUILD=$PWD/out
cmake -S . -B "$BUILD" && cmake --build "$BUILD"
LD_PRELOAD=$BUILD/src/libtrace.so /bin/echo done
