#!/bin/sh
LD_PRELOAD=$PWD/build/libhook.so ./build/app
