#!/bin/sh
set -e
cmake -S . -B build -DTUNER_FOLDER=lib
cmake --build build
