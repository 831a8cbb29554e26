pub const NAME: &str = "user";
