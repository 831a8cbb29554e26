pub const NAME: &str = "gnu";
