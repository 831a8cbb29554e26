pub const NAME: &str = "brass";
