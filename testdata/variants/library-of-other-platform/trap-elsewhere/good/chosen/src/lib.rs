#[cfg(windows)]
pub const NAME: &str = "chosen";
