pub const NAME: &str = "drums";
