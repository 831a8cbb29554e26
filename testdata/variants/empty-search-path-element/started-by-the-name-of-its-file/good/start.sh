#!/bin/sh
export LD_LIBRARY_PATH="/opt/viewer/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
build/show
