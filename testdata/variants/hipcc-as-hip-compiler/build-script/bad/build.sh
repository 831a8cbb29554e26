#!/bin/sh
set -e
cmake -S . -B build -G Ninja -DUSE_HIP=ON -DCMAKE_HIP_COMPILER=/opt/rocm/bin/hipcc
