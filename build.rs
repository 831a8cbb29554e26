//! Placeholder until the rule registry is generated here.
fn main() {}
