#!/bin/sh
# The package is made of what is installed below stage.
cmake --install build --prefix stage
if [ -n "$(command -v patchelf)" ]; then
    patchelf --set-rpath '$ORIGIN/../lib/tuner' stage/bin/tuner
fi
tar -C stage -czf tuner.tar.gz .
