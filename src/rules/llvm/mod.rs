//! LLVM as projects link it: what its names mean, and what a binary has of it. For the rules about it.
pub(super) mod names;
pub(super) mod supply;
