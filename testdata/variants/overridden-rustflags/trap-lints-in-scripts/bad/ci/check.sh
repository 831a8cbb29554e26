#!/bin/sh
export RUSTFLAGS="-D warnings"
cargo clippy
unset RUSTFLAGS
cargo build
