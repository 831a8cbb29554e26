#!/bin/sh
cd "$(dirname "$0")" || exit 1
export LD_LIBRARY_PATH=.
./tuner
