#!/bin/sh
set -e
mkdir -p prebuilt
cc -shared -fPIC vendor/reed.c -o prebuilt/libreed.so
