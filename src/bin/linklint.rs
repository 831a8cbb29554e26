//! `linklint`: the plain program.
fn main() {}
