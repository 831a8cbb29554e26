pub const NAME: &str = "given-up";
