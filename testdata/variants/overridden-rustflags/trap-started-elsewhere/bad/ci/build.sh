#!/bin/sh
set -e
export RUSTFLAGS="-D warnings"
cargo build --offline --quiet --manifest-path plugins/rust/Cargo.toml
nm -D --defined-only plugins/rust/target/debug/studio | grep studio_gain || echo "not exported"
