#!/bin/sh
set -e
git clone --depth 1 https://example.org/llvm-project.git
cmake -S llvm-project/llvm -B build-llvm -DLLVM_ENABLE_PROJECTS=clang -DLLVM_LINK_LLVM_DYLIB=OFF
cmake --build build-llvm
