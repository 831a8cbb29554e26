#!/bin/sh
mkdir -p out
chmod 755 out
echo done
