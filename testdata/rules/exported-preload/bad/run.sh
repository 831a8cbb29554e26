#!/bin/sh
LIBRARY=$PWD/build/libtrace.so
export LD_PRELOAD=$LIBRARY
mkdir -p build/logs 2>>build/helpers.log
date >build/logs/start 2>>build/helpers.log
/bin/echo done
unset LD_PRELOAD
echo "helpers traced: $(grep -c traced build/helpers.log)"
