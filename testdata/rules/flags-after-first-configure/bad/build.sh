#!/bin/sh
set -e
cmake -S . -B tree -G Ninja
export LDFLAGS=-Wl,--defsym=meter_mark=7
cmake -S . -B tree
cmake --build tree
