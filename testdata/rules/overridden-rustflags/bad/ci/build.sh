#!/bin/sh
set -e
export RUSTFLAGS="-D warnings"
cargo build --offline --quiet
nm -D --defined-only target/debug/studio | grep studio_gain || echo "not exported"
