#!/bin/sh
set -e
git checkout --quiet v1
cmake -S . -B old -G Ninja -DGAUGE_TEST=ON
cmake --build old
git checkout --quiet -
./old/gauge
