#!/bin/sh
LIBRARY=$PWD/build/libtrace.so
mkdir -p build/logs 2>>build/helpers.log
date >build/logs/start 2>>build/helpers.log
LD_PRELOAD=$LIBRARY /bin/echo done
echo "helpers traced: $(grep -c traced build/helpers.log)"
