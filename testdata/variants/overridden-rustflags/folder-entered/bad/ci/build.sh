#!/bin/sh
set -e
export RUSTFLAGS="-D warnings"
cd plugins/rust
cargo build --offline --quiet
nm -D --defined-only target/debug/studio | grep studio_gain || echo "not exported"
