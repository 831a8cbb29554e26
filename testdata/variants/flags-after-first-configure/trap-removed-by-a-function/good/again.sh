#!/bin/sh
set -e
export LDFLAGS=-Wl,--defsym=meter_mark=7
cmake -S . -B other -G Ninja
cmake --build other
