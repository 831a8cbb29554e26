#!/bin/sh
set -e
cmake -S . -B build -DVIEWER_ENABLE_PRELOAD=ON
cmake --build build
ls build
