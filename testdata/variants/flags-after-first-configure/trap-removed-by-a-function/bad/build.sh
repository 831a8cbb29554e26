#!/bin/sh
set -e
begin_anew() {
  rm -rf tree
}
cmake -S . -B tree -G Ninja
export LDFLAGS=-Wl,--defsym=meter_mark=7
begin_anew
cmake -S . -B tree -G Ninja
cmake --build tree
