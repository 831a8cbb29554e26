#!/bin/sh
set -e
cmake -S . -B build -DCMAKE_INSTALL_RPATH="$ORIGIN/../lib/lamp"
cmake --build build
cmake --install build --prefix stage
