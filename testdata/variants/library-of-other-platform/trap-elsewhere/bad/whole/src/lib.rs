#![cfg(not(windows))]
#[cfg(windows)]
pub const NAME: &str = "never";
