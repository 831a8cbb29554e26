#!/bin/sh
LD_PRELOAD=$PWD/build/libagent.so ./build/app
