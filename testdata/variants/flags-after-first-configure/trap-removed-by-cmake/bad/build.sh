#!/bin/sh
set -e
cmake -S . -B tree -G Ninja
export LDFLAGS=-Wl,--defsym=meter_mark=7
cmake -E rm -rf tree
cmake -S . -B tree -G Ninja
cmake --build tree
