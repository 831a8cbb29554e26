#!/bin/sh
set -e
git checkout --quiet v1
cmake -S . -B old -G Ninja -DGAUGE_BUILD_TESTS=ON
cmake --build old
git checkout --quiet -
./old/gauge
