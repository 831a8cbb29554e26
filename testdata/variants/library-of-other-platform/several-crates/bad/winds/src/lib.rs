pub const NAME: &str = "winds";
