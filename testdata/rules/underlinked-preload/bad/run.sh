#!/bin/sh
export LD_PRELOAD="$PWD/build/libtrace.so"
exec /bin/echo started
