#!/bin/sh
set -e
cmake -S . -B other -G Ninja
export LDFLAGS=-Wl,--defsym=meter_mark=7
python3 -c "import shutil; shutil.rmtree('other')"
cmake -S . -B other -G Ninja
cmake --build other
