#!/bin/sh
cd "$(dirname "$0")/build"
export LD_LIBRARY_PATH=/opt/tools/lib:$LD_LIBRARY_PATH
./hum
