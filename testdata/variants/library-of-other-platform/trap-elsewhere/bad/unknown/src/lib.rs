#[cfg(windows)]
pub const NAME: &str = "unknown";
