#[cfg(unix)]
pub const NAME: &str = "plain";
