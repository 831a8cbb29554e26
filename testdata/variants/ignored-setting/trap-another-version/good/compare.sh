#!/bin/sh
set -e
cmake -S . -B old -G Ninja -DGAUGE_TESTS=ON
cmake --build old
./old/gauge
