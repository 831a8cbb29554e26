#!/bin/sh
BUILD=$PWD/out
cmake -S . -B "$BUILD" && cmake --build "$BUILD"
LD_PRELOAD=$BUILD/libtrace.so /bin/echo done
