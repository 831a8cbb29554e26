#[cfg(windows)]
pub const NAME: &str = "own";
