#[cfg(windows)]
pub const NAME: &str = "used";
